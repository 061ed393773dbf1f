import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/schema.ts';
import { reasonOf, systemCode } from '../../folders/error.ts';
import { addressOf } from '../../http/server.ts';
import { type Found, right, wrong } from './found.ts';

/** Can the gateway listen where it is to? `isRunning`: another one of this site does, with these very ports. */
export async function lookAtPorts({ http }: Config, isRunning: boolean): Promise<readonly Found[]> {
  const ports = Object.entries(http).flatMap(([name, settings]) =>
    settings === undefined ? [] : [[`port of http.${name}`, settings.listen] as const],
  );
  return await Promise.all(ports.map(([about, where]) => lookAt(about, where, isRunning)));
}

async function lookAt(about: string, where: string, isRunning: boolean): Promise<Found> {
  const server = createServer();
  try {
    server.listen(addressOf(where));
    await once(server, 'listening');
    return right(about, `${where} is free`);
  } catch (error) {
    if (isRunning && systemCode(error) === 'EADDRINUSE')
      return right(about, `${where} is in use, by the gateway that runs here`);
    return wrong(about, whyNot(where, error));
  } finally {
    server.close();
  }
}

/** Why nobody can listen there, and what to do. */
export function whyNot(where: string, error: unknown): string {
  const { host, port } = addressOf(where);
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return `Another program listens on ${where} already (perhaps another gateway). Stop it, or take another port.`;
    case 'EACCES':
      return `The account of the gateway may not listen on ${where}. Ports below 1024 need a right of their own: take one above.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host}. Take one of its own, 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} is not known here. Write an address, such as 127.0.0.1:${port}.`;
    case 'ERR_SOCKET_BAD_PORT':
      return `There is no port ${port}: the highest is 65535.`;
    default:
      return `Nobody can listen on ${where}: ${reasonOf(error)}.`;
  }
}
