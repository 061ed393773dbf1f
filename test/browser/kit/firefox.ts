import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';
import { z } from 'zod';
import { until } from '../../kit/until.ts';

const paths = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const executable = paths.find((path) => existsSync(path));

/** Debian's; without it its tests are skipped, visibly. */
export const hasFirefox = executable !== undefined;

const reply = z.object({ id: z.number().optional(), error: z.string().optional(), result: z.unknown() });
const tree = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const evaluated = z.object({ result: z.object({ value: z.string().optional() }) });

/** One window of Firefox by WebDriver BiDi, which is all that a stock Firefox understands: what a smoke test needs, and no more. */
export interface FirefoxPage {
  goTo(url: string): Promise<void>;
  /** The value of an expression as text. */
  evaluate(expression: string): Promise<string>;
  /** Resolves when the heading of the page fits. */
  waitForHeading(text: RegExp): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openFirefox(): Promise<FirefoxPage> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const browser = spawn(executable ?? '', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(`${await addressOf(browser)}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const send = sender(socket);
  await send('session.new', { capabilities: {} });
  const { contexts } = tree.parse(await send('browsingContext.getTree', {}));
  const context = contexts[0]?.context ?? '';
  const evaluate = async (expression: string): Promise<string> => {
    const asked = { expression: `String(${expression})`, target: { context }, awaitPromise: true };
    return evaluated.parse(await send('script.evaluate', asked)).result.value ?? '';
  };
  return {
    evaluate,
    goTo: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    waitForHeading: async (text) => {
      await until(`a heading like ${text}`, async () => {
        const heading = await evaluate("document.querySelector('h1')?.textContent");
        return text.test(heading) ? heading : undefined;
      });
    },
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    close: async () => {
      socket.close();
      const ended = once(browser, 'exit');
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Firefox has no output.');
  for await (const line of createInterface(stderr)) {
    const address = /WebDriver BiDi listening on (\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('Firefox ended without an address.');
}

/** Sends a command; resolves to its result. */
function sender(socket: WebSocket) {
  let sent = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, error, result } = reply.parse(JSON.parse(String(data)));
    const asked = waiting.get(id ?? -1);
    waiting.delete(id ?? -1);
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${String(data)}`));
  });
  return async (method: string, params: object): Promise<unknown> => {
    sent += 1;
    const id = sent;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    socket.send(JSON.stringify({ id, method, params }));
    return await answer.promise;
  };
}
