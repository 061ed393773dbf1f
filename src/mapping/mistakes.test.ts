import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../types.ts';
import { parseMapping } from './load-mapping.ts';
import { formats } from './testkit/kit.ts';

/** Mistakes as people make them: fixtures/mistakes.txt holds each with the answer, fixtures/mistakes.nl.txt the answers in Dutch. */

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

function said(head: string, body: string, language?: Language): string[] {
  const text = head + body;
  const { findings } = parseMapping({ name: 'm', file: 'm.yaml', text }, formats, {
    folders: [''],
    files,
    language,
  });
  const above = head.split('\n').length - 1;
  return findings
    .filter(({ message }) => !/(needs|moet) deliverySchedule/.test(message))
    .map(
      ({ line = 0, column, severity, message, advice }) =>
        `> ${line - above}:${column} ${severity}: ${message} ${advice}`,
    );
}

interface Mistake {
  readonly name: string;
  readonly head: string;
  readonly body: string;
  readonly answers: readonly string[];
}

function mistakesIn(file: string): readonly Mistake[] {
  const text = readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8');
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [name = '', ...rows] = block.trimEnd().split('\n');
      const body = rows.filter((row) => !row.startsWith('> ')).map((row) => `${row}\n`);
      const head = heads[name.split(' ').at(-1) ?? ''] ?? '';
      return { name, head, body: body.join(''), answers: rows.filter((row) => row.startsWith('> ')) };
    });
}

const mistakes = mistakesIn('mistakes.txt');

describe('a mistake is answered with its place, the nearest right name, and what to do', () => {
  it.each(mistakes)('$name', ({ head, body, answers }) => {
    expect(said(head, body)).toEqual(answers);
  });

  it('in Dutch too', async () => {
    const blocks = mistakes.map(({ name, head, body }) =>
      [`=== ${name}`, ...said(head, body, 'nl'), ''].join('\n'),
    );
    await expect(blocks.join('\n')).toMatchFileSnapshot('fixtures/mistakes.nl.txt');
  });
});
