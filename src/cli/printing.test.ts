import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ran } from './testkit/ran.ts';

/** What a document, a file name or an argument holds is seen in what a command prints, and never acts on the terminal. */

const good = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../samples/good/${name}`, import.meta.url)), 'utf8');
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
  [`no-command${acts}`],
  ['validate', `--no-option${acts}`],
];

describe('nothing that a command prints acts on a terminal', () => {
  it.each(commands.map((words, at) => ({ words, at })))('$at: $words.0', async ({ words }) => {
    const { out, err } = await ran(folder, ...words);
    expect(out + err).not.toBe('');
    expect(acting.exec(out + err)).toBeNull();
  });

  it('and JSON stays JSON', async () => {
    const { out } = await ran(folder, 'validate', '--format', 'json', order);
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ file: order });
  });
});
