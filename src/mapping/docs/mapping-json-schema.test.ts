import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDeliveredTargets } from '../files/delivered-ends.ts';
import { sections } from '../language/mapping-header.ts';
import { ruleKeys } from '../language/rule-keys.ts';
import { folder } from '../testkit/delivered.ts';
import { JsonSchema } from '../testkit/json-schema.ts';
import { formats } from '../testkit/kit.ts';
import { buildMappingJsonSchema } from './mapping-json-schema.ts';

/** The schema for editors, held against every mapping there is. */

const json = buildMappingJsonSchema(formats, readDeliveredTargets(folder));
const schema = new JsonSchema(json);
const told = (text: string) => schema.problems(parse(text));

const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const manual = readFileSync(join(folder, 'README.md'), 'utf8');
const blocks = (pattern: RegExp) => [...manual.matchAll(pattern)].map(([, text = '']) => [text]);

describe('the JSON Schema of mappings', () => {
  it.each(names)('takes %s', (name) => {
    expect(told(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  it.each(blocks(/```yaml\n(mapping: [^`]+)```/g))('takes what the manual shows: %s', (text) =>
    expect(told(text)).toEqual([]),
  );

  it.each(blocks(/```yaml\n([^`]+)```\n\n```json/g))('takes the rules that the manual shows: %s', (text) => {
    const head = 'mapping: m\nfrom: scsn/Order\nto: exchange/order\ntarget:\n';
    expect(told(head + text.replace(/^/gm, '  '))).toEqual([]);
  });

  const over = 'mapping: m\nextends: scsn-gateway/order-to-order\n';
  const alone = 'mapping: m\nfrom: scsn/Order\nto: exchange/order-response\n';
  it.each([
    [`${alone}targets: {}`, '/targets: not allowed'],
    ['mapping: m\nextends: scsn-gateway/order\ntarget: {}', '/extends: none of'],
    ['mapping: m\nfrom: scsn/Order\nto: exchange/orders\ntarget: {}', '/to: not '],
    [`${over}target: { cbc:Notes: orderId }`, '/target/cbc:Notes: not allowed'],
    [
      `${over}target: { cac:OrderLine: { cac:LineItem: { cbc:Id: id } } }`,
      'cac:LineItem/cbc:Id: not allowed',
    ],
    [`${over}target: { cbc:ID: { $form: orderId } }`, '/target/cbc:ID/$form: not allowed'],
    [`${over}target: { cbc:ID: { $from: orderId, $attributes: { scheme: "'x'" } } }`, 'scheme: not allowed'],
    [`${over}target: { cbc:ID: { $from: orderId, $as: number } }`, '$as: none of text,identifier'],
    [`${over}target: { cbc:ID: { $from: orderId, $required: yes } }`, '$required: no boolean'],
    [`${over}warn: [ { code: x, when: "true()", as: parked } ]`, '/warn/0/as: not allowed'],
    [`${over}stop: [ { when: "true()" } ]`, '/stop/0: needs code'],
    [`${alone}target: { order: { line: [] } }`, '/target/order/line: not allowed'],
  ])('refuses %s', (text, what) => {
    expect(told(text)).toContainEqual(expect.stringContaining(what));
  });

  it('names every section and every key of a rule, each with what it means', () => {
    const [whole] = json.anyOf ?? [];
    expect(Object.keys(whole?.properties ?? {})).toEqual(sections.filter((name) => name !== 'extends'));
    const described = Object.values(whole?.properties ?? {}).map((one) => Object(one).description ?? '');
    expect(described.filter((text) => text === '')).toHaveLength(1);
    for (const key of ruleKeys) expect(Object(json.$defs?.[key]).description).toBeTruthy();
  });

  it('stays small enough for an editor', () => expect(JSON.stringify(json).length).toBeLessThan(620_000));
});
