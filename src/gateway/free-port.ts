import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port itself, or one that is free on loopback for 0. */
export async function findFreePort(wanted: number): Promise<number> {
  if (wanted !== 0) return wanted;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
