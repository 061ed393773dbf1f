import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { buildOnce } from '../packaging/build-once.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { hasSignals } from './kit/machine.ts';
import { removeFolder } from './kit/remove-folder.ts';

const name = 'order-to-exchange';
const begin = `mapping: ${name}\nextends: scsn-gateway/${name}\n`;

function makeFolder(what: string): string {
  const folder = mkdtempSync(join(tmpdir(), what));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The program on that folder; what it keeps for itself lies in `temporary`. Resolves to the link that it prints. */
async function start(folder: string, temporary: string, ...more: readonly string[]) {
  const words = [join(await buildOnce(), 'main.js'), 'workbench', '-m', folder, ...more];
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url, token] = /(http:\/\/127\.0\.0\.1:\d+)\/welcome\?to=\/mappings#(\S+)/.exec(line) ?? [];
    if (url === undefined || token === undefined) continue;
    const stop = async (): Promise<void> => {
      const ended = once(child, 'exit');
      // as a terminal does whose window is closed
      child.kill(hasSignals ? 'SIGHUP' : 'SIGKILL');
      await ended;
    };
    return { url, token, stop };
  }
  throw new Error('It ended without a link.');
}

/** Asks the API as a page does, in one session. */
class Asker {
  secret = '';
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const headers = {
      origin: this.#url,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(this.secret === '' ? {} : { authorization: `Session ${this.secret}` }),
    };
    const given = body ? { body: JSON.stringify(body) } : {};
    const response = await request(`${this.#url}/api${path}`, { method, headers, ...given });
    return { status: response.statusCode, answer: z.looseObject({}).parse(await response.body.json()) };
  }

  async enter(token: string): Promise<number> {
    const { status, answer } = await this.ask('POST', '/welcome', { token });
    const entered = z.object({ login: z.object({ secret: z.string() }) }).safeParse(answer);
    if (entered.success) this.secret = entered.data.login.secret;
    return status;
  }

  /** What publishing that text would come to. */
  async plan(text: string, base: unknown, seen: number) {
    const draft = { name, base, files: { [`${name}.yaml`]: text }, seen };
    expect((await this.ask('PUT', `/mappings/${name}/draft`, draft)).status).toBe(200);
    const { answer: begun } = await this.ask('POST', `/mappings/${name}/publication`, { name, onto: false });
    const look = async () =>
      (await this.ask('GET', `/mappings/${name}/publication?token=${begun.token}`)).answer;
    await expect.poll(async () => (await look()).kind, { timeout: 100_000 }).not.toBe('working');
    return await look();
  }
}

it('opens the workbench over a folder, by a link that works once; publishing writes the files of the folder', async () => {
  const [folder, temporary] = [makeFolder('own-'), makeFolder('temporary-')];
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, begin);
  cpSync('samples/good/order-full.xml', join(folder, 'samples', 'mine.xml'));
  const { url, token, stop } = await start(folder, temporary);
  const asker = new Asker(url);
  expect((await asker.ask('GET', '/mappings')).status).toBe(401);
  expect(await asker.enter(token)).toBe(200);
  expect(await new Asker(url).enter(token)).not.toBe(200);

  const { answer: mapping } = await asker.ask('GET', `/mappings/${name}`);
  expect(mapping).toMatchObject({ own: begin, hasFolder: true, mayPublish: true });
  const sample = { kind: 'sample', name: 'yours/mine.xml' };
  const source = { name, chain: [name], source: sample, situation: { kind: 'then' } };
  const opened = await asker.ask('POST', `/mappings/${name}/source`, source);
  expect(String(opened.answer.text)).toContain('<cbc:ID>');

  // no channel uses it, and it is checked all the same
  const wrong = `${begin}target: { order: { description: cbc:Nothing } }\n`;
  expect(await asker.plan(wrong, mapping.base, 0)).toMatchObject({ kind: 'refused', code: 'not-right' });
  const right = `${begin}target: { order: { description: "cbc:Note[1]" } }\n`;
  const plan = await asker.plan(right, mapping.base, 1);
  expect(plan).toMatchObject({ kind: 'plan', files: [`${name}.yaml`] });
  const publish = { name, token: plan.token, reason: 'tried' };
  const { answer: done } = await asker.ask('POST', `/mappings/${name}/publish`, publish);
  expect(done).toMatchObject({ kind: 'published' });
  expect(readFileSync(file, 'utf8')).toBe(right);
  await stop();
  // drafts and journal went with it; where there are no signals, it was killed
  if (hasSignals) expect(readdirSync(temporary)).toEqual([]);
});

it('shows the messages of a backup, and offers nothing that only a gateway carries out; drafts of that gateway stay behind', async () => {
  const [folder, temporary] = [makeFolder('own-'), makeFolder('temporary-')];
  const backup = join(makeFolder('backup-'), 'journal.db');
  const journal = openSqliteJournal(backup);
  const source = { kind: 'webhook', method: 'POST' } as const;
  const event = { channel: 'orders', direction: 'outbound', name: 'first', source } as const;
  await journal.receive([{ ...event, bytes: Buffer.from('{}') }]);
  const draft = { who: userInfo().username, subject: `mapping ${name}`, base: 'other', content: '{}' };
  await journal.drafts.saveDraft(draft, 0);
  await journal.close();
  const { url, token, stop } = await start(folder, temporary, '--journal', backup);
  const asker = new Asker(url);
  await asker.enter(token);
  expect((await asker.ask('GET', '/session')).answer).toMatchObject({ site: { isWorkbench: true } });
  const { answer: message } = await asker.ask('GET', '/messages/1');
  expect(message).toMatchObject({ name: 'first', ways: ['ticket'] });
  const decision = { id: 1, action: 'discard', reason: 'by a script', seen: message.seen };
  expect(await asker.ask('POST', '/messages/1/decisions', decision)).toMatchObject({
    ...{ status: 409, answer: { code: 'no-gateway' } },
  });
  expect((await asker.ask('GET', '/messages/1')).answer).toMatchObject({ seen: message.seen });
  expect((await asker.ask('GET', `/mappings/${name}`)).answer).not.toHaveProperty('draft');
  await stop();
});
