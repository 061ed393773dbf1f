import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseMapping } from '../load-mapping.ts';
import { formats } from '../testkit/kit.ts';

const table = join('/maps/t.csv');

/** What is said of a mapping that has the table `t` with these rows. */
function said(rules: string, rows: readonly string[], header = 'from: scsn/Order\nto: scsn/Order'): string[] {
  const text = `mapping: m\n${header}\ntables: { t: t.csv }\n${rules}`;
  const csv = new TextEncoder().encode(['key,value', ...rows].join('\n'));
  const files = { list: () => [], read: (path: string) => (path === table ? csv : undefined) };
  const { findings } = parseMapping({ name: 'm', file: '/maps/m.yaml', text }, formats, {
    folders: ['/maps'],
    files,
  });
  return findings
    .filter(({ file }) => file === table)
    .map(({ severity, line, message, advice }) => `${severity} ${line} ${message} ${advice}`);
}

const status = (rule: string) =>
  `target:\n  $copy: .\n  cac:OrderLine:\n    $each: cac:OrderLine\n    $copy: .\n    cac:LineItem: { $in: cac:LineItem, $copy: ., cbc:LineStatusCode: "${rule}" }\n`;

it('a value that is written and that the target does not have, with the line of the table', () => {
  const wrong = ['warning 3 cbc:LineStatusCode has no value "canceled". Did you mean "cancelled"?'];
  const rows = ['1,Added', '2,canceled', '3,revised'];
  expect(said(status("table('t', cbc:LineStatusCode)"), rows)).toEqual(wrong);
  expect(said(status("(cbc:Nothing, table('t', 'x', ''))[1]"), rows)).toEqual(wrong);
  expect(
    said(`variables: { v: "table('t', cbc:ID)" }\n${status("if (cbc:ID = '1') then 'added' else $v")}`, rows),
  ).toEqual(wrong);
  expect(said(status("concat(table('t', cbc:ID), 'led')"), rows)).toEqual([]);
});

it('a value that is nearly what a condition asks for', () => {
  const rows = ['1,send', '2,cancl', '3,cancel', '4,,left out on purpose'];
  const wrong = ['warning 3 The mapping has no use for "cancl". Did you mean "cancel"?'];
  const asks = (condition: string) =>
    `warn:\n  - { when: "${condition}", code: c, say: s }\n${status("'added'")}`;
  expect(said(asks("table('t', cbc:ID) = ('cancel', 'park')"), rows)).toEqual(wrong);
  expect(said(asks("cac:OrderLine[normalize-space(table('t', cbc:ID)) != 'cancel']"), rows)).toEqual(wrong);
  expect(said(`variables: { v: "table('t', cbc:ID)" }\n${asks("'cancel' = $v")}`, rows)).toEqual(wrong);
});

it('a table that is asked and written may hold words for the conditions alone', () => {
  const rule = "table('t', cbc:ID)[. != 'none']";
  expect(said(status(rule), ['1,added', '2,none', '3,state'])).toEqual([]);
  expect(said(status(rule), ['1,aded', '2,nonne'])).toEqual([
    'warning 2 The mapping has no use for "aded". Did you mean "added"?',
    'warning 3 The mapping has no use for "nonne". Did you mean "none"?',
  ]);
});
