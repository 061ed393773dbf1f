import { once } from 'node:events';
import { createServer } from 'node:net';
import { servesPages } from '../../config/operator-pages.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { parseListenAddress } from '../../system/network-address.ts';
import { type CheckResult, okResult, warnResult } from './check-result.ts';

/** Can the gateway listen where it is to? `isRunning`: another one of this site does, with these very ports. */
export async function checkPorts({ http }: Config, isRunning: boolean): Promise<readonly CheckResult[]> {
  const { webhook, operator } = http;
  const ports = [
    ...(webhook ? [{ name: 'webhook', where: webhook.listen, isBare: false }] : []),
    ...(operator ? [{ name: 'operator', where: operator.listen, isBare: !servesPages(operator) }] : []),
  ];
  return await Promise.all(ports.map((port) => checkPort(port, isRunning)));
}

interface Port {
  readonly name: string;
  readonly where: string;
  /** It answers health and numbers alone. */
  readonly isBare: boolean;
}

async function checkPort({ name, where, isBare }: Port, isRunning: boolean): Promise<CheckResult> {
  const about = localize('found-port', { key: `http.${name}` });
  const server = createServer();
  try {
    server.listen(parseListenAddress(where));
    await once(server, 'listening');
    return isBare
      ? warnResult(about, 'port-open', { where, port: parseListenAddress(where).port })
      : okResult(about, 'port-free', { where });
  } catch (error) {
    if (isRunning && systemCodeOf(error) === 'EADDRINUSE') return okResult(about, 'port-ours', { where });
    return { level: 'wrong', about, what: explainPortError(where, error) };
  } finally {
    server.close();
  }
}

/** Why nobody can listen there, and what to do. */
export function explainPortError(where: string, error: unknown): LocalizedText {
  const { host, port } = parseListenAddress(where);
  switch (systemCodeOf(error)) {
    case 'EADDRINUSE':
      return localize('port-taken', { where });
    case 'EACCES':
      return localize('port-rights', { where });
    case 'EADDRNOTAVAIL':
      return localize('port-no-address', { host });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return localize('port-no-name', { host, port });
    case 'ERR_SOCKET_BAD_PORT':
      return localize('port-too-high', { port });
    default:
      return localize('port-other', { where, why: explainFailure(error) });
  }
}
