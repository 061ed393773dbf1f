import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** An exchange in a process of its own that takes everything at once, and tells when it took which order. */
export interface BareExchange {
  readonly url: string;
  /** Milliseconds since the epoch, with fractions, when the body that holds this text had arrived whole. */
  took(text: string): Promise<number>;
  /** Resolves when so many documents were taken since the start. */
  count(documents: number): Promise<void>;
  close(): Promise<void>;
}

export const now = (): number => performance.timeOrigin + performance.now();

const number = /PO-[A-Z0-9-]+/;

/** `answersAfter`: milliseconds. */
export async function startBareExchange(answersAfter = 0): Promise<BareExchange> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', `${answersAfter}`]);
  const taken = new Map<string, number>();
  let documents = 0;
  const waiting = new Set<() => void>();
  const [url] = await once(child, 'message');
  child.on('message', (message: readonly [string, number]) => {
    taken.set(...message);
    documents += 1;
    for (const look of waiting) look();
  });
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const again = (): void => {
        const found = look();
        if (found === undefined) return;
        waiting.delete(again);
        resolve(found);
      };
      waiting.add(again);
      again();
    });
  return {
    url: String(url),
    took: (text) => until(() => taken.get(text)),
    count: async (wanted) => void (await until(() => (documents >= wanted ? true : undefined))),
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function serve(answersAfter: number): Promise<void> {
  process.on('disconnect', () => process.exit());
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const taken = number.exec(body)?.[0];
    if (taken !== undefined) process.send?.([taken, now()]);
    if (answersAfter > 0) await setTimeout(answersAfter);
    const tokens = { 'Set-Authorization': 'a.b.c', 'Set-Refresh-Token': 'r' };
    response.writeHead(200, { 'Content-Type': 'application/json', ...tokens });
    response.end('{"ok":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.send?.(`http://127.0.0.1:${address.port}`);
}

if (process.argv[2] === 'serve' && process.send) await serve(Number(process.argv[3]));
