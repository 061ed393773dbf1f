import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diffLines } from './canonical.ts';
import { type FixtureTools, listFixtures, runFixture, runFixtures } from './fixtures.ts';
import { loadMapping } from './load.ts';
import { formats, load, schemas } from './testkit/kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  schemas.dispose();
});

const loaded = load(
  `stop: [ { when: "id = 'stop'", as: parked, code: halt, say: halt } ]
warn: [ { when: "id = 'warn'", code: careful, say: careful } ]
target:
  order:
    supplierAccountNumber: id
    purchaseOrderNumber: { $from: $event, $else: { $text: none } }
    description: $received/price
  lines:
    $each: lines
    $key: position
    $omit: unchanged
    position: id
    deliverySchedule: [ { quantity: n } ]`,
  'from: exchange/order\nto: exchange/order',
);
const tools: FixtureTools = { mapping: () => loaded, formats };

function fixture(name: string, files: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

const lines = '"lines":[{"id":"1","n":1.0},{"id":"2","n":2},{"id":"3","n":3}]';
const order = `{"id":"a",${lines}}`;

describe('a fixture', () => {
  it('of no mapping is answered in words', () => {
    const missing = (name: string) => loadMapping(name, ['/own'], formats);
    const path = fixture('order-to-exchnge.mine', { 'document.json': order });
    expect(runFixture(path, { mapping: missing, formats }).differences).toEqual([
      'There is no mapping order-to-exchnge.yaml in /own. The folder of a fixture is called MAPPING.CASE, such as order-to-exchange.my-case.',
    ]);
    const broken = { mapping: () => load('target: { ordr: { x: id } }'), formats };
    expect(runFixture(path, broken).differences[0]).toMatch(
      /^\/maps\/m\.yaml:\d+:\d+ .* Did you mean "order"\?$/,
    );
  });

  it('passes when members stand in another order and numbers have the same digits', () => {
    const path = fixture('pass', {
      'document.json': `{"id":"a","lines":[{"id":"1","n":1.50}]}`,
      'context.json': '{"event":"E","received":{"price":12345678901234567.890}}',
      'expected.json': `{"lines":[{"deliverySchedule":[{"quantity":1.50}],"position":"1"}],
        "order":{"purchaseOrderNumber":"E","supplierAccountNumber":"a","description":"12345678901234567.890"}}`,
    });
    expect(runFixture(path, tools)).toEqual({ name: 'pass', mapping: 'pass', differences: [], updated: [] });
    writeFileSync(
      join(path, 'expected.json'),
      readFileSync(join(path, 'expected.json'), 'utf8').replace('1.50', '1.5'),
    );
    expect(runFixture(path, tools).differences).toEqual(
      expect.arrayContaining([
        'expected.json:',
        '-           "quantity": 1.5',
        '+           "quantity": 1.50',
      ]),
    );
  });

  it('is written by update, and passes then; unchanged items are left out', () => {
    const path = fixture('m.update', {
      'document.json': order,
      'previous.json': order
        .replace('"n":2', '"n":2.5')
        .replace('1.0', '1.00')
        .replace('"id":"3"', '"id":"4"'),
      'context.json': '{"changes":{"2":"changed"}}',
    });
    expect(runFixture(path, tools).differences[0]).toContain('There is no expected.json');
    expect(runFixture(path, tools, true)).toMatchObject({ mapping: 'm', updated: ['expected.json'] });
    const { lines: made } = JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8'));
    expect(made.map(({ position }: { position: string }) => position)).toEqual(['2', '3']);
    expect(runFixture(path, tools).differences).toEqual([]);
    expect(runFixture(path, tools, true).updated).toEqual([]);
  });

  it('keeps, when it is updated, what passes as a person wrote it, and tells what it accepted', () => {
    const path = fixture('warn.mine', {
      'document.json': '{"id":"warn"}',
      'expected.json': '{"order":{}}',
      'expected.findings.json': '[{"code":"careful"}]',
    });
    const { differences, updated } = runFixture(path, tools, true);
    expect(updated).toEqual(['expected.json']);
    expect(differences).toContain('expected.json:');
    expect(readFileSync(join(path, 'expected.findings.json'), 'utf8')).toBe('[{"code":"careful"}]');
    const compact = JSON.stringify(JSON.parse(readFileSync(join(path, 'expected.json'), 'utf8')));
    writeFileSync(join(path, 'expected.json'), compact);
    expect(runFixture(path, tools, true)).toMatchObject({ differences: [], updated: [] });
    expect(readFileSync(join(path, 'expected.json'), 'utf8')).toBe(compact);
  });

  it('says which expectation an update removed', () => {
    const path = fixture('stop.now', { 'document.json': '{"id":"stop"}', 'expected.json': '{}' });
    expect(runFixture(path, tools, true).updated).toEqual(['expected.json (removed)', 'expected.stop.json']);
    expect(runFixture(path, tools).differences).toEqual([]);
  });

  it('expects stops and findings by what they say', () => {
    const path = fixture('stop', { 'document.json': '{"id":"stop"}' });
    expect(runFixture(path, tools).differences).toEqual([
      'The mapping stops: {"as":"parked","code":"halt"}.',
    ]);
    runFixture(path, tools, true);
    expect(existsSync(join(path, 'expected.json'))).toBe(false);
    expect(runFixture(path, tools).differences).toEqual([]);
    writeFileSync(join(path, 'expected.stop.json'), '{"as":"parked","code":"other"}');
    expect(runFixture(path, tools).differences[0]).toBe('expected.stop.json:');

    const warned = fixture('warn', { 'document.json': '{"id":"warn"}' });
    expect(runFixture(warned, tools, true).updated).toEqual(['expected.json', 'expected.findings.json']);
    expect(runFixture(warned, tools).differences).toEqual([]);
    writeFileSync(join(warned, 'expected.findings.json'), '[{"code":"careful","severity":"error"}]');
    expect(runFixture(warned, tools).differences[0]).toBe('expected.findings.json:');
  });

  it.each([
    [{}, 'There is no document.json'],
    [{ 'document.json': '{' }, 'not well-formed JSON'],
    [{ 'document.xml': '<a/>' }, 'There is no document.json'],
    [{ 'document.json': order, 'context.json': '{"evnt":"x"}' }, 'evnt'],
    [{ 'document.json': order, 'context.json': '{' }, 'JSON'],
  ])('that cannot be read says so: %j', (files, words) => {
    const path = fixture(`bad${listFixtures(folder).length}`, { ...files });
    expect(runFixture(path, tools).differences.join(' ')).toContain(words);
  });

  it('of a mapping that is broken shows what is wrong with it', () => {
    const broken = { ...tools, mapping: () => load('target: { ordr: {} }') };
    expect(runFixture(join(folder, 'pass'), broken).differences.join(' ')).toContain('has no ordr');
  });

  it('all of a folder run in order of name', () => {
    const names = runFixtures(folder, tools).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('stop');
    expect(runFixtures(join(folder, 'nowhere'), tools)).toEqual([]);
    mkdirSync(join(folder, '.svn'));
    expect(listFixtures(folder)).toEqual(names);
  });
});

it('a difference shows what changed and a little around it', () => {
  const text = (lines: string) => lines.split(' ');
  expect(diffLines(text('a b c d e f g'), text('a b c d e f g'))).toEqual([]);
  expect(diffLines(text('a b c d e f g h'), text('a b c X e f Y g h'))).toEqual(
    ['  …', '  b', '  c', '- d', '+ X', '  e', '  f', '+ Y', '  g', '  h'].slice(1),
  );
});
