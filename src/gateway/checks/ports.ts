import { once } from 'node:events';
import { createServer } from 'node:net';
import { isLoopback } from '../../config/lint.ts';
import type { Config } from '../../config/schema.ts';
import { quoted, type Told, told } from '../../findings/troubles.ts';
import { reasonOf, systemCode } from '../../folders/error.ts';
import { addressOf } from '../../http/server.ts';
import { doubtful, type Found, right } from './found.ts';

/** Can the gateway listen where it is to? `isRunning`: another one of this site does, with these very ports. */
export async function lookAtPorts({ http }: Config, isRunning: boolean): Promise<readonly Found[]> {
  const ports = Object.entries(http).flatMap(([name, settings]) =>
    settings === undefined ? [] : [[name, settings.listen] as const],
  );
  return await Promise.all(ports.map(([name, where]) => lookAt(name, where, isRunning)));
}

async function lookAt(name: string, where: string, isRunning: boolean): Promise<Found> {
  const about = told('found-port', { key: `http.${name}` });
  const server = createServer();
  try {
    server.listen(addressOf(where));
    await once(server, 'listening');
    return name === 'operator' ? free(about, where) : right(about, 'port-free', { where });
  } catch (error) {
    if (isRunning && systemCode(error) === 'EADDRINUSE') return right(about, 'port-ours', { where });
    return { level: 'wrong', about, what: whyNot(where, error) };
  } finally {
    server.close();
  }
}

/** The operator's port asks nobody who he is. */
function free(about: Told, where: string): Found {
  const { host, port } = addressOf(where);
  return isLoopback(host)
    ? right(about, 'port-free', { where })
    : doubtful(about, 'port-open', { where, port });
}

/** Why nobody can listen there, and what to do. */
export function whyNot(where: string, error: unknown): Told {
  const { host, port } = addressOf(where);
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return told('port-taken', { where });
    case 'EACCES':
      return told('port-rights', { where });
    case 'EADDRNOTAVAIL':
      return told('port-no-address', { host });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return told('port-no-name', { host, port });
    case 'ERR_SOCKET_BAD_PORT':
      return told('port-too-high', { port });
    default:
      return told('port-other', { where, why: quoted(reasonOf(error)) });
  }
}
