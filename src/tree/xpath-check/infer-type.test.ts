import { describe, expect, it } from 'vitest';
import { renderMappingSentence } from '../../findings/mapping-sentences.ts';
import { parseXPath } from '../compile-xpath.ts';
import type { Shape } from '../nodes/shape.ts';
import { inferCondition, inferType, type StaticScope, type StaticType } from './infer-type.ts';

const leaf = (name: string, type: string, attributes: string[] = []): Shape => ({
  name,
  type,
  attributes: attributes.map((one) => ({ name: one, required: false, type: 'string' })),
  children: [],
  unknown: 'error',
});
const element = (
  name: string,
  members: Record<string, Shape>,
  unknown: Shape['unknown'] = 'error',
): Shape => ({
  name,
  attributes: [],
  unknown,
  children: Object.entries(members).map(([key, shape]) => ({
    shape,
    many: key.endsWith('*'),
    required: false,
  })),
});

const quantity = leaf('cbc:Quantity', 'decimal', ['unitCode']);
const line = element('cac:OrderLine', {
  id: leaf('cbc:ID', 'identifier'),
  quantity,
  'note*': leaf('cbc:Note', 'string'),
  date: leaf('cbc:EndDate', 'date'),
  open: { name: 'ext:Any', attributes: [], children: [], unknown: 'fine' },
});
const order = element('Order', {
  id: leaf('cbc:ID', 'identifier', ['schemeID']),
  cancelled: leaf('cbc:CancelledIndicator', 'boolean'),
  quantity,
  'line*': line,
});
const holder = element('the document', { order });
const root = { shape: holder };
const loose = element('json', { id: leaf('id', 'identifier') }, 'warning');

const node = (shape: Shape, many = false): StaticType => ({
  kind: 'node',
  many,
  spots: [{ shape, parent: root }],
});
const scope: StaticScope = {
  context: node(order),
  root: { kind: 'node', many: false, spots: [root] },
  tables: new Set(['unit']),
  variables: new Map<string, StaticType>([
    ['event', { kind: 'string', many: false }],
    ['received', { kind: 'node', many: false, spots: [{ shape: loose }] }],
  ]),
};

const problems = (text: string, check = inferType) =>
  check(parseXPath(text), scope).problems.map(
    (problem) => `${problem.severity}: ${Object.values(renderMappingSentence(problem)).join(' ')}`,
  );

describe('what is right', () => {
  it.each([
    'cbc:ID',
    'cac:OrderLine/cbc:Quantity/@unitCode',
    "cac:OrderLine[cbc:ID = '10'][1]/cbc:Note",
    '/Order/cac:OrderLine/../cbc:ID',
    '//cbc:Note[1]',
    'cac:OrderLine/ext:Any/whatever/@goes',
    'count(cac:OrderLine) + 1 > 2',
    'position() = last() - 1',
    "dec:compare(cbc:Quantity, '10') > 0",
    "dec:compare(cbc:Quantity, '10') = 0",
    "date:date(cac:OrderLine[1]/cbc:EndDate) < date:date('2026-01-01')",
    "string(cbc:ID) < 'b'",
    "cbc:CancelledIndicator = 'true'",
    "if ($event = 'x') then cbc:ID else 'none'",
    'for $l in cac:OrderLine return $l/cbc:Note',
    "some $l in cac:OrderLine satisfies $l/cbc:ID = '1'",
    "let $q := cbc:Quantity return table('unit', $q/@unitCode, 'C62')",
    "string-join(cac:OrderLine/cbc:Note, ' ')",
    'cac:OrderLine/normalize-space(cbc:ID)',
    'cac:OrderLine/cbc:Note/text()',
    'cac:OrderLine/*',
    '-1',
    '1 to 3',
  ])('%s', (text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('the first of several behind a step', () => {
  const sorted = (names: string, first: string) =>
    `warning: Behind a "/" the nodes of (${names}) are in the order of the document, so that [1] takes ${first}, wherever both are. Put [1] right behind these names, or write (x/a, x/b)[1].`;

  it.each([
    ['(/Order/(cbc:Quantity, cbc:ID))[1]', [sorted('cbc:Quantity, cbc:ID', 'cbc:ID')]],
    [
      "string((cac:OrderLine[1]/(cbc:Note, cbc:ID)[. != ''], cbc:ID)[1])",
      [sorted('cbc:Note, cbc:ID', 'cbc:ID')],
    ],
    ['(/Order/(cbc:ID, cbc:Quantity))[1]', []],
    ['/Order/(cbc:Quantity, cbc:ID)[1]', []],
    ['(/Order/cbc:Quantity, /Order/cbc:ID)[1]', []],
    ['(cbc:Quantity, cbc:ID)[1]', []],
    ['(/Order/(cbc:Quantity, cbc:ID))', []],
  ])('%s', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});

describe('names', () => {
  it.each([
    ['cbc:Id', 'error: Order has no cbc:Id. Did you mean "cbc:ID"?'],
    ['cac:OrderLin/cbc:ID', 'error: Order has no cac:OrderLin. Did you mean "cac:OrderLine"?'],
    [
      'cac:OrderLine/cac:LineItem',
      'error: cac:OrderLine has no cac:LineItem. The names here are: cbc:ID, cbc:Quantity, cbc:Note, cbc:EndDate, ext:Any.',
    ],
    ['cbc:ID/@schemeId', 'error: cbc:ID has no attribute schemeId. Did you mean "schemeID"?'],
    ['cbc:CancelledIndicator/@x', 'error: cbc:CancelledIndicator has no attribute x. It has no attributes.'],
    ['/Ordre/cbc:ID', 'error: the document has no Ordre. Did you mean "Order"?'],
    ['//cbc:Nothing', 'error: There is no cbc:Nothing anywhere below the document. Check the spelling.'],
    ['$received/idd', 'warning: json has no idd. Did you mean "id"?'],
    ['$evnt', 'error: There is no variable $evnt here. The variables here are: $event, $received.'],
    [
      'table("units", cbc:ID)',
      'error: There is no table "units". Declare it under tables:; there are: unit.',
    ],
    ['table($event, cbc:ID)', "error: The name of a table must stand in quotes. Write table('name', key)."],
  ])('%s', (text, expected) => {
    expect(problems(text)).toEqual([expected]);
  });

  it('are not looked for below what is not known', () => {
    expect(problems('cac:OrderLin/what/ever')).toHaveLength(1);
  });
});

describe('silently wrong answers are refused', () => {
  it.each([
    ['cbc:Quantity + 1', 'dec:add'],
    ['cbc:Quantity * cbc:Quantity', 'dec:mul'],
    ['count(cac:OrderLine) div 2', 'dec:div'],
    ['-cbc:Quantity', 'dec:sub'],
    ['cbc:Quantity > 3', 'dec:compare(a, b) > 0'],
    ['cbc:Quantity > cac:OrderLine[1]/cbc:Quantity', 'dec:compare'],
    ["cbc:Quantity = '10'", 'dec:compare(a, b) = 0'],
    ["'10' != cbc:Quantity", 'dec:compare(a, b) != 0'],
    ["dec:add(cbc:Quantity, '1') = '2'", 'dec:compare'],
    ['cbc:ID = 10', 'in quotes'],
    ['sum(cac:OrderLine/cbc:Quantity)', 'dec:sum'],
    ['max(cac:OrderLine/cbc:Quantity)', 'dec:compare'],
    ['number(cbc:Quantity)', 'dec:add'],
    ['round(cbc:Quantity)', 'dec:round'],
    ["xs:date('2026-02-30')", 'date:date'],
    ['xs:decimal(cbc:Quantity)', 'dec:'],
    ['xs:integer(cbc:ID)', 'dec:'],
    ['dec:mul(cbc:Quantity, 0.1)', 'functions of the mapping language'],
    ['cbc:CancelledIndicator and cbc:ID', "= 'true'"],
    ['not(cbc:CancelledIndicator)', "= 'true'"],
    ['if (cbc:CancelledIndicator) then 1 else 2', "= 'true'"],
    ['cac:OrderLine[../cbc:CancelledIndicator]', "= 'true'"],
  ])('%s', (text, advice) => {
    const [first, ...more] = problems(text);
    expect(first).toContain(advice);
    expect(first).toMatch(/^error/);
    expect(more).toEqual([]);
  });

  it('a condition that is a boolean leaf', () => {
    expect(problems('cbc:CancelledIndicator')).toEqual([]);
    expect(problems('cbc:CancelledIndicator', inferCondition)).toHaveLength(1);
  });
});

describe('what the sandbox keeps out', () => {
  it.each([
    'current-date()',
    'current-dateTime()',
    "doc('x')",
    'random-number-generator()',
    "function-lookup(xs:QName('fn:doc'), 1)",
    "Q{http://fontoxml.com/fontoxpath}evaluate('1')",
    "fontoxpath:evaluate('1', map{})",
    'trace(cbc:ID)',
    'error()',
    'concat#2',
    'function($a) { $a }',
    '$event(1)',
    'cbc:ID => string()',
    "map { 'a': 1 }",
    '[1, 2]',
    '$event?a',
    'cbc:ID cast as xs:date',
    'cbc:ID castable as xs:date',
    'cbc:ID instance of element()',
    'cbc:ID treat as element()',
    "parse-xml('<a/>')",
    "unparsed-text('x')",
    "environment-variable('x')",
    'Q{urn:x}f()',
    'cac:OrderLine/Q{urn:x}a',
    '$Q{urn:x}event',
    'validate { cbc:ID }',
    'switch (cbc:ID) case 1 return 2 default return 3',
    'element { "a" } { 1 }',
    'ordered { 1 }',
  ])('%s', (text) => {
    let found: string[] = ['error: no XPath'];
    try {
      found = problems(text);
    } catch (error) {
      expect(error).toMatchObject({ offset: expect.any(Number) });
    }
    expect(found.some((problem) => problem.startsWith('error'))).toBe(true);
  });
});

describe('several values', () => {
  const many = (text: string) => inferType(parseXPath(text), scope).many;
  it.each<[string, boolean]>([
    ['cbc:ID', false],
    ['cac:OrderLine', true],
    ['cac:OrderLine[1]', false],
    ['cac:OrderLine[1]/cbc:Note', true],
    ['cac:OrderLine/cbc:Note[1]', true],
    ['(cac:OrderLine/cbc:Note)[1]', false],
    ["cac:OrderLine[cbc:ID = '1']", false],
    ['cac:OrderLine/normalize-space(cbc:ID)', true],
    ['(cbc:ID, cbc:Quantity)', true],
    ['head(cac:OrderLine)', false],
    ['string-join(cac:OrderLine/cbc:ID)', false],
    ['cac:OrderLine ! cbc:ID', true],
    ['for $l in cac:OrderLine return $l/cbc:ID', true],
    ['count(cac:OrderLine)', false],
  ])('%s', (text, expected) => {
    expect(many(text)).toBe(expected);
  });

  it('in an argument that takes one is a warning', () => {
    expect(problems("concat(cac:OrderLine/cbc:ID, 'x')")[0]).toMatch(/^warning: concat\(\) takes one value/);
  });
});

it('tells where', () => {
  const [problem] = inferType(parseXPath("concat('a', cbc:Wrong)"), scope).problems;
  expect(problem?.offset).toBe(12);
});
