import { expect, it } from 'vitest';
import { insertLines } from '../drafts/insert-rule.ts';
import { copyRule, extendList, layerRules } from './layer-rules.ts';

const delivered = `mapping: m
from: scsn/Order
variables:
  currency: cbc:DocumentCurrencyCode
stop:
  - { when: "cbc:A", code: first, say: A }
  - { when: "cbc:B", code: second, say: B }
target:
  order:
    # As the ERP writes it.
    number: { $from: cbc:ID, $as: identifier }
    description: "string-join(cbc:Note,
      ' ')"
  lines:
    $each: cac:OrderLine
    position: cbc:ID
    item:
      name: cbc:Name
`;

/** `+` yours, `-` delivered and replaced, a blank: delivered. */
const show = (own: string): readonly string[] =>
  (layerRules(own, delivered) ?? []).map(
    ({ text, origin, isReplaced }) => `${origin === 'own' ? '+' : isReplaced ? '-' : ' '}${text}`,
  );

it('shows a rule of yours before the delivered one whose place it takes, and new ones at the end of what they belong to', () => {
  const own = `mapping: m
extends: scsn-gateway/m
target:
  order:
    # Planners want it.
    description: cbc:Note[1]
    extra: cbc:UUID
  lines:
    item:
      name: cbc:Description
`;
  expect(show(own)).toEqual([
    ...[' mapping: m', ' from: scsn/Order', ' variables:', '   currency: cbc:DocumentCurrencyCode', ' stop:'],
    ...['   - { when: "cbc:A", code: first, say: A }', '   - { when: "cbc:B", code: second, say: B }'],
    ...[' target:', '   order:', '     # As the ERP writes it.'],
    '     number: { $from: cbc:ID, $as: identifier }',
    ...['+    # Planners want it.', '+    description: cbc:Note[1]'],
    ...['-    description: "string-join(cbc:Note,', `-      ' ')"`, '+    extra: cbc:UUID'],
    ...['   lines:', '     $each: cac:OrderLine', '     position: cbc:ID', '     item:'],
    ...['+      name: cbc:Description', '-      name: cbc:Name'],
  ]);
});

it('knows what is taken away, written in braces, or takes the place of a clause', () => {
  const own = `mapping: m
extends: scsn-gateway/m
variables: { currency: cbc:PricingCurrencyCode }
stop:
  - { when: "true()", code: second, say: C }
target:
  lines: { position: { $remove: true } }
`;
  expect(show(own).filter((line) => !line.startsWith(' '))).toEqual([
    ...['+variables: { currency: cbc:PricingCurrencyCode }', '-  currency: cbc:DocumentCurrencyCode'],
    ...['+  - { when: "true()", code: second, say: C }', '-  - { when: "cbc:B", code: second, say: B }'],
    ...['+  lines: { position: { $remove: true } }', '-    position: cbc:ID'],
  ]);
});

it('has each line with its number, and undefined where a text cannot be read', () => {
  const lines = layerRules('mapping: m\ntarget:\n  order: { number: cbc:UUID }\n', delivered) ?? [];
  for (const { text, origin, line } of lines)
    if (origin === 'delivered') expect(delivered.split('\n')[line - 1]).toBe(text);
  expect(lines.find(({ origin }) => origin === 'own')).toMatchObject({ line: 3 });
  expect(layerRules('mapping: [', delivered)).toBeUndefined();
  expect(layerRules('', delivered)).toBeUndefined();
});

it('a delivered rule becomes yours, with all of its lines, at its place', () => {
  const lines = layerRules('mapping: m\nextends: scsn-gateway/m\n', delivered) ?? [];
  const { rule = [] } = lines.find(({ text }) => text.includes("' ')")) ?? {};
  expect(rule).toEqual(['target', 'order', 'description']);
  expect(lines.find(({ text }) => text === '  order:')?.rule).toBeUndefined();
  const copied = copyRule(delivered, rule);
  const own = 'mapping: m\nextends: scsn-gateway/m\n\ntarget:\n    order:\n        number: x\n';
  expect(copied && insertLines(own, copied)).toEqual({
    text: own.replace(
      '    order:\n',
      `    order:\n        description: "string-join(cbc:Note,\n          ' ')"\n`,
    ),
    line: 6,
  });
  expect(copyRule(delivered, ['target', 'order'])?.lines[0]).toBe('order:');
  expect(copyRule(delivered, ['target', 'nothing'])).toBeUndefined();
  expect(copyRule(delivered, ['target', 'order', 'number', '$from'])).toBeUndefined();
});

it('puts a value behind what the delivered mapping has in a list, and is no list where that has none', () => {
  const lists = `target:
  order:
    notes:
      # the text first
      - cbc:Note
      - >-
        string-join(cbc:Other,
          ' ')
    labels: [ "cbc:A" ] # short
    number: cbc:ID
`;
  const extend = (name: string) => extendList(lists, ['target', 'order', name], 'cbc:New')?.lines;
  expect(extend('notes')).toEqual([
    ...['notes:', '  # the text first', '  - cbc:Note', '  - >-', '    string-join(cbc:Other,', "      ' ')"],
    '  - "cbc:New"',
  ]);
  expect(extend('labels')).toEqual(['labels: [ "cbc:A", "cbc:New" ]']);
  expect([extend('number'), extend('nothing')]).toEqual([undefined, undefined]);
});
