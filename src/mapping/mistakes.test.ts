import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseMapping } from './load.ts';
import { formats, schemas } from './testkit/kit.ts';

/** Mistakes as people make them: fixtures/mistakes.txt holds each with the answer. */

afterAll(() => schemas.dispose());

const order = `mapping: m
from: scsn/Order
to: exchange/order
tables:
  unit: tables/unit.csv
target:
  order:
    supplierAccountNumber: { $text: S }
    purchaseOrderNumber: cbc:ID
`;
const lines = `${order}  lines:
    $each: cac:OrderLine/cac:LineItem
    $key: position
    position: cbc:ID
`;
const heads: Readonly<Record<string, string>> = { order, lines, file: '' };

const table = new TextEncoder().encode('a,b\nC62,C62\n');
const files = {
  list: () => [],
  read: (path: string) => (path === join('tables/unit.csv') ? table : undefined),
};

function said(head: string, body: string): string[] {
  const { findings } = parseMapping('m', 'm.yaml', head + body, formats, { folders: [''], files });
  const above = head.split('\n').length - 1;
  return findings
    .filter(({ message }) => !message.includes('needs deliverySchedule'))
    .map(
      ({ line = 0, column, severity, message, advice }) =>
        `> ${line - above}:${column} ${severity}: ${message} ${advice}`,
    );
}

const text = readFileSync(new URL('fixtures/mistakes.txt', import.meta.url), 'utf8');
const blocks = text.split(/^=== /m).slice(1);

describe('a mistake is answered with its place, the nearest right name, and what to do', () => {
  it.each(blocks.map((block) => [block.slice(0, block.indexOf('\n')), block]))('%s', (name, block) => {
    const rows = block
      .slice(block.indexOf('\n') + 1)
      .trimEnd()
      .split('\n');
    const body = rows.filter((row) => !row.startsWith('> ')).map((row) => `${row}\n`);
    const head = heads[name.split(' ').at(-1) ?? ''] ?? '';
    expect(said(head, body.join(''))).toEqual(rows.filter((row) => row.startsWith('> ')));
  });
});
