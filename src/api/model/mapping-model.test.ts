import { expect, it } from 'vitest';
import { draftQuestion, mappingName } from './mapping-model.ts';

/** Names that a page gives become files: none of them may be a path, or something else than a file. */

const draftWith = (path: string) =>
  draftQuestion.safeParse({ name: 'orders', base: '', files: { [path]: '' }, seen: 0 }).success;

it.each([
  'orders.yaml',
  'units.csv',
  'tables/units.csv',
  'tables/units.add.csv',
  'console.yaml',
  'fixtures/a.x/document.xml',
])('a draft may hold %s', (path) => expect(draftWith(path)).toBe(true));

it.each([
  ...[
    '../orders.yaml',
    '/etc/orders.yaml',
    'tables/../../orders.yaml',
    'a/b.yaml',
    'tables/a/b.csv',
    './a.csv',
  ],
  ...[
    '..\\orders.yaml',
    'C:\\orders.yaml',
    'c:orders.yaml',
    '\\\\host\\share\\a.csv',
    'orders.yaml:stream.csv',
  ],
  ...['.published', '.replaced/a.yaml', 'orders.yaml/', 'orders.yaml ', 'orders.yaml.', 'orders\u0000.yaml'],
  ...[
    'nul.yaml',
    'tables/con.csv',
    'com1.orders.yaml',
    'aux.csv',
    'formats/con.yaml',
    'fixtures/../document.xml',
    'fixtures/nul/document.xml',
    'fixtures/a/b/document.xml',
    'fixtures/document.xml',
  ],
  ...['Orders.yaml', '\u202eorders.yaml', 'orders\n.yaml', 'orders.js', ''],
])('a draft may not hold %j', (path) => expect(draftWith(path)).toBe(false));

it.each([
  '../orders',
  'nul',
  'com1',
  'a/b',
  'a.yaml',
  '-orders',
  '',
  'Orders',
  'x'.repeat(101),
  'a%2fb',
  '__proto__',
])('%j is no name of a mapping', (name) => expect(mappingName.safeParse(name).success).toBe(false));
