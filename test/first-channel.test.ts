import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canRun, patience } from './kit/machine.ts';
import { freePort } from './kit/port.ts';
import { gatewayProgram } from './kit/process.ts';
import { removeFolder } from './kit/remove-folder.ts';
import { runTypedCommand } from './kit/typed-command.ts';
import { until } from './kit/until.ts';

/** docs/first-channel.md, typed from its first line to its last: what it says happens, happens. */

const root = fileURLToPath(new URL('..', import.meta.url));
const page = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, lines = '']) => lines);

/** The command lines of a page, in their order; `<config>` where the person has to write into the file. */
const linesOf = (text: string): readonly string[] =>
  blocks(text, '(?:sh|yaml)').flatMap((lines) =>
    lines.startsWith('exchange:') ? ['<config>'] : lines.trim().split('\n'),
  );

/** What is seen after a command, where the page says so. */
const seen: Readonly<Record<string, RegExp>> = {
  'gateway check':
    /^open +company .*: not proven to be yours[\s\S]*^Nothing is wrong; look at what is marked .*`open`/m,
  'gateway journal list --config': /order-full\.xml +delivered/,
  'gateway journal show': /Lies at +archive\/.*order-full\.xml/,
  'gateway journal list --state': /decimal-comma\.xml +rejected/,
};

const folder = mkdtempSync(join(tmpdir(), 'first-channel-'));
const stays: ChildProcess[] = [];
let ports: { readonly simulator: number; readonly operator: number };

beforeAll(async () => {
  ports = { simulator: await freePort(), operator: await freePort() };
});
afterAll(async () => {
  for (const child of stays.reverse()) {
    const gone = once(child, 'exit');
    if (child.kill()) await gone;
  }
  await removeFolder(folder);
});

/** Ports of this test alone, and the folder of the program. */
const here = (text: string): string =>
  text
    .replaceAll('127.0.0.1:8900', `127.0.0.1:${ports.simulator}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.operator}`)
    .replaceAll('/opt/scsn-gateway/', root);

/** The four lines that the page shows, in the places of those that are marked. */
function fillIn(shown: string): void {
  const path = join(folder, 'site/gateway.yaml');
  const given = [...here(shown).matchAll(/^ *(baseUrl|companyId|email|password): (.*)$/gm)];
  const filled = given.reduce(
    (text, [, name = '', value = '']) =>
      text.replace(new RegExp(`^( *${name}:) .*<==.*$`, 'm'), (_, key: string) => `${key} ${value}`),
    here(readFileSync(path, 'utf8')),
  );
  expect(filled).not.toContain('<== a');
  writeFileSync(path, filled);
}

/** A command in a window of its own, which stays: resolves when it says that it runs. */
async function stay(line: string, says: string): Promise<void> {
  const words = line === 'gateway simulator' ? [line, '--port', `${ports.simulator}`].join(' ') : line;
  const args = [gatewayProgram, ...words.split(' ').slice(1)];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  stays.push(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until(line, () => (said.includes(says) ? true : undefined), 60);
}

const typed = async (line: string): Promise<string> => (await runTypedCommand(here(line), folder)).out;

/** Types a line, again until what the page promises is seen. */
async function type(line: string): Promise<void> {
  const promised = Object.entries(seen).find(([begin]) => line.startsWith(begin))?.[1];
  let said = await typed(line);
  const end = Date.now() + 60_000 * patience;
  while (promised !== undefined && !promised.test(said) && Date.now() < end) said = await typed(line);
  if (promised !== undefined) expect(said).toMatch(promised);
}

it.skipIf(!canRun('sh', '-c', 'true'))(
  'every line of the page does what it says',
  { timeout: 300_000 },
  async () => {
    const text = page('first-channel.md');
    const lines = linesOf(text);
    for (const promised of Object.keys(seen))
      expect(lines.some((line) => line.startsWith(promised))).toBe(true);
    for (const line of lines)
      if (line === '<config>') fillIn(blocks(text, 'yaml')[0] ?? '');
      else if (line === 'gateway simulator') await stay(line, 'Simulated exchange at');
      else if (line.startsWith('gateway start')) await stay(line, 'gateway started');
      else await type(line);
  },
);

it('the Dutch page has the same commands', () => {
  const dutch = linesOf(page('nl/eerste-kanaal.md'));
  expect(dutch.length).toBeGreaterThan(5);
  expect(dutch.filter((line) => !linesOf(page('first-channel.md')).includes(line))).toEqual([]);
});
