import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../testkit/ran.ts';

/** What a document, a file name or an argument holds is seen in what a command prints, and never acts on the terminal. */

const good = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../samples/good/${name}`, import.meta.url)), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'printing-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** C1 and direction, which XML may hold; the others, which a table may. */
const turns = '\u202eevil\u009b31m\u2066';
const acts = `\u001b[2J\u0007${turns}`;
/** All that acts but the end of a line and the tab. */
const acting = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u;

const order = `order${turns}.xml`;

beforeAll(() => {
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write(
    order,
    good('order-full.xml').replace(/>([A-Za-z][^<>]{2,})</g, (_, text) => `>${text}${turns}<`),
  );
  write('names.xml', good('order-full.xml').replace('<cbc:ID>', '<cbc:Id\u200f>'));
  write('root.xml', `<Order\u200f xmlns="urn:${turns}"/>`);
  write(
    'orders.csv',
    good('orders-three.csv').replaceAll('C62', `C62${acts}`).replace('Koper', `Koper${acts}`),
  );
  write('order.edi', good('order-edifact.edi').replace('IMD+', `IMD+${acts}`));
  write(
    'order-to-exchange.yaml',
    `mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\nnonsense-${turns}: 1\n`,
  );
});

/** A config that is not there, by a name that would act. */
const nowhere = ['--config', `none${acts}.yaml`];

/** They run until they are stopped, and log. */
const running = ['start', 'simulator', 'demo', 'workbench'];

const files = [order, 'names.xml', 'root.xml', 'orders.csv', 'order.edi'];
const commands: readonly (readonly string[])[] = [
  ...files.flatMap((file) => [
    ['validate', file],
    ['validate', '--format', 'json', file],
  ]),
  ['map', 'try', 'order-to-exchange', order],
  ['map', 'try', 'csv-order-to-order,order-to-exchange', 'orders.csv'],
  ['map', 'check', 'order-to-exchange', '-m', '.'],
  ['map', 'coverage', 'order-to-exchange', order],
  ['format', 'try', 'csv-order', 'orders.csv'],
  ['format', 'infer', 'orders.csv', '--name', 'mine'],
  ['check', '--config', `none${acts}.yaml`],
  ['map', 'explain', 'order-to-exchange', order],
  ['map', 'xpath', 'order-to-exchange', '//cbc:Note', order],
  ['map', 'fixture', 'order-to-exchange', order, '--name', `f${acts}`],
  ['format', 'check', `none${acts}`],
  ...['list', 'show', 'export', 'retry', 'park', 'backup'].map((word) => [
    'journal',
    word,
    `7${acts}`,
    ...nowhere,
  ]),
  ['order', `PO${acts}`, ...nowhere],
  ['doctor', ...nowhere],
  ['config', 'accept', ...nowhere],
  ['alarm', 'list', ...nowhere],
  ['exchange', 'get', `/x${acts}`, ...nowhere],
  ['user', 'add', `u${acts}`, '--role', 'read', ...nowhere],
  ['pages', ...nowhere],
  ['sftp', 'trust', `channel${acts}`, ...nowhere],
  ['service', 'print', `x${acts}`, ...nowhere],
  ['init', order, '--format', `x${acts}`],
  [`no-command${acts}`],
  ['validate', `--no-option${acts}`],
];

describe('nothing that a command prints acts on a terminal', () => {
  it.each(commands.map((words, at) => ({ words, at })))('$at: $words.0', async ({ words }) => {
    const { out, err } = await runCommandLine(folder, ...words);
    expect(out + err).not.toBe('');
    expect(acting.exec(out + err)).toBeNull();
  });

  it('every command is among these', async () => {
    const { out } = await runCommandLine(folder, '--help');
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    const tried = new Set([...commands.map(([name = '']) => name), ...running, 'help']);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !tried.has(name))).toEqual([]);
  });

  it('and JSON stays JSON', async () => {
    const { out } = await runCommandLine(folder, 'validate', '--format', 'json', order);
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ file: order });
  });
});
