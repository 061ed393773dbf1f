import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { cpuOf } from '../../test/kit/cpu.ts';
import { exponentOf, linear } from '../../test/kit/exponent.ts';
import { parseXmlTree } from '../tree/xml/parse-xml.ts';
import { explainRun } from './explain/explain-run.ts';
import { deliveredFixture, fixtures } from './testkit/delivered.ts';

/** Eight times as many lines take about eight times as long: 1,000 are far from the deadline. */

const state = z.looseObject({ lines: z.tuple([z.looseObject({})], z.unknown()) });
const position = z.looseObject({ buyerLine: z.looseObject({}) });

/** A fixture whose first line, and what is known of it, comes so many times, numbered; somebody hears what became of its values. */
function sized(name: string, count: number) {
  const { mapping, context } = deliveredFixture(name);
  const text = readFileSync(join(fixtures, name, 'document.xml'), 'utf8');
  const [line = ''] = /<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/.exec(text) ?? [];
  const numbers = Array.from({ length: count }, (_, i) => `${i + 1}`);
  const lines = numbers.map((number) => line.replace(/(<cac:LineItem>\s*<cbc:ID>)[^<]*/, `$1${number}`));
  const document = parseXmlTree(
    text.replace(/<cac:OrderLine>[\s\S]*<\/cac:OrderLine>/, lines.join('\n')),
  ).tree;
  if (document === undefined) throw new Error('the fixture cannot be read');
  const { received, sent } = context;
  const known = {
    ...(received === undefined ? {} : { received: repeatLine(received, numbers, numberReceived) }),
    ...(sent === undefined ? {} : { sent: repeatLine(sent, numbers, (first, key) => ({ ...first, key })) }),
  };
  return { document, mapping, context: { ...context, ...known, onRunValues: () => {} } };
}

/** What is known of an order, with its first line under each of these numbers. */
function repeatLine(
  json: string,
  numbers: readonly string[],
  numbered: (line: object, number: string) => object,
): string {
  const order = state.parse(JSON.parse(json));
  return JSON.stringify({ ...order, lines: numbers.map((number) => numbered(order.lines[0], number)) });
}

function numberReceived(line: object, number: string): object {
  const { buyerLine, ...rest } = position.parse(line);
  return { ...rest, id: number, buyerLine: { ...buyerLine, position: number } };
}

/** Milliseconds of this thread on a core for a document of so many lines, run so many times. */
function took(name: string, count: number, times: number): number {
  const run = prepareRun(name, 'cac:OrderLine', count);
  return cpuOf(() => {
    for (let n = 0; n < times; n += 1) run();
  });
}

/** `list`: the member of the result that has the lines. */
function prepareRun(name: string, list: string, count: number): () => void {
  const { document, mapping, context } = sized(name, count);
  return () => {
    const { target, findings } = mapping.run(document, context);
    expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
    expect(target?.members.get(list)).toMatchObject({ items: { length: count } });
  };
}

/**
 * By the square, 400 lines at once would take eight times as long as 50 lines eight times, which know their tree from the second time on
 * (two to three times as long is usual). The best of several turns each, since a busy machine slows single ones down.
 */
it.each(['complete-order-response.equal-is-accepted', 'complete-order.price-and-item-come-back'])(
  '%s',
  (name) => {
    const turns = Array.from({ length: 6 }, () => ({ few: took(name, 50, 8), many: took(name, 400, 1) }));
    const least = (of: 'few' | 'many') => Math.min(...turns.map((turn) => turn[of]));
    expect(least('many') / least('few')).toBeLessThan(5);
  },
);

it.each([
  ['order-response-to-edifact-ordrsp.accepted', 'gLIN'],
  ['order-response-to-idoc-ordrsp.accepted', 'E1EDP01'],
])('%s compares each line with what was sent in time that is in proportion to them', (name, list) => {
  expect(exponentOf(128, (count) => prepareRun(name, list, count))).toBeLessThanOrEqual(linear);
});

it('is explained in time and memory that grow with the lines: of each value the first 200 sources', () => {
  const { document, mapping, context } = sized('complete-order-response.equal-is-accepted', 400);
  const { result, origins } = explainRun(mapping, document, context);
  expect(result.target).toBeDefined();
  const status = origins.filter(({ target }) => target.endsWith('cbc:LineStatusCode'));
  expect(status).toHaveLength(400);
  const places = status.map(({ sources, chosenBy }) => sources.length + chosenBy.length);
  expect(Math.max(...places)).toBe(200);
});
