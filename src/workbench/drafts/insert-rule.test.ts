import { expect, it } from 'vitest';
import { parseYaml } from '../../mapping/files/mapping-yaml.ts';
import { insertRule } from './insert-rule.ts';

const text = (inserted: ReturnType<typeof insertRule>): string =>
  typeof inserted === 'string' ? inserted : inserted.text;

const head = 'mapping: m\nextends: scsn-gateway/m\n';

it('puts a rule below the members that are there, and changes nothing else', () => {
  const own = `${head}target:\n  # ours\n  order:\n    description: "cbc:Note[1]"\n  lines:\n    item: { name: cbc:Name }\nwarn: []\n`;
  const next = text(insertRule(own, 'order/terms/incoterms', 'cac:DeliveryTerms/cbc:ID'));
  expect(next).toBe(
    own.replace('  order:\n', '  order:\n    terms:\n      incoterms: "cac:DeliveryTerms/cbc:ID"\n'),
  );
  expect(parseYaml(next).value?.kind).toBe('map');
  expect(text(insertRule(own, 'lines/notes', 'cbc:Note'))).toContain('  lines:\n    notes: "cbc:Note"\n');
});

it('begins a target where there is none, and keeps the indentation of the file', () => {
  expect(text(insertRule(head, 'order/description', 'cbc:Note'))).toBe(
    `${head}\ntarget:\n  order:\n    description: "cbc:Note"\n`,
  );
  const wide = `${head}target:\n    order:\n        description: x\n`;
  expect(text(insertRule(wide, 'order/orderedBy', 'x'))).toContain('    order:\n        orderedBy: "x"\n');
});

it('neither doubles a rule nor writes into what is not written line by line', () => {
  const own = `${head}target:\n  order: { description: x }\n  lines:\n    notes: y\n`;
  expect(insertRule(own, 'lines/notes', 'x')).toBe('there-already');
  expect(insertRule(own, 'order/orderedBy', 'x')).toBe('not-by-lines');
  expect(insertRule(`${head}target: {}\n`, 'order/orderedBy', 'x')).toBe('not-by-lines');
});

it('a hostile expression stays one text', () => {
  const hostile = 'x"\nstop: [{ when: "1" }]\n#';
  const { value } = parseYaml(text(insertRule(head, 'order/description', hostile)));
  expect(value?.kind === 'map' && value.entries.map(({ name }) => name)).toEqual([
    'mapping',
    'extends',
    'target',
  ]);
});
