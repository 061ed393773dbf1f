import { describe, expect, it } from 'vitest';
import { compileXPath, parseXPath, XPathError } from './compile-xpath.ts';
import { parseJsonTree } from './json/parse-json.ts';
import { type Item, isNode, pathOf } from './nodes/items.ts';
import { textOf } from './nodes/tree-builder.ts';
import type { TreeDocument, TreeNode } from './nodes/tree-node.ts';
import { type ParsedTree, parseXmlTree } from './xml/parse-xml.ts';
import { ValueError } from './xpath/own-functions.ts';
import { readName, renderName } from './xpath/xpath-syntax.ts';

const namespaces = new Map([
  ['', 'urn:root'],
  ['cbc', 'urn:cbc'],
]);
const order = tree(
  parseXmlTree(`<Order xmlns="urn:root" xmlns:b="urn:cbc"><b:ID schemeID="GLN">10</b:ID><b:ID>011</b:ID>
<Line><b:Quantity>10.00</b:Quantity><b:Note>a &amp; <![CDATA[b]]></b:Note></Line></Order>`),
);
const host = { lookup: (name: string, key: string, fallback?: string) => fallback ?? `${name}:${key}` };

function tree(read: ParsedTree): TreeDocument {
  if (read.tree === undefined) throw new Error(JSON.stringify(read.findings));
  return read.tree;
}

function run(text: string, variables: Record<string, readonly Item[]> = {}, context: TreeNode = order.root) {
  const values = new Map(Object.entries(variables).map(([name, items]) => [name, () => items]));
  return compileXPath(text, namespaces).evaluate(context, values, host);
}

const shown = (items: readonly Item[]) =>
  items.map((item) => (isNode(item) ? `${pathOf(item)}=${textOf(item)}` : item));

describe('XPath over the tree', () => {
  it('returns our nodes, by namespace and not by prefix', () => {
    expect(shown(run('cbc:ID'))).toEqual(['/Order/b:ID[1]=10', '/Order/b:ID[2]=011']);
    expect(shown(run('/Order/Line/cbc:Note'))).toEqual(['/Order/Line/b:Note=a & b']);
    expect(shown(run('cbc:ID/@schemeID'))).toEqual(['/Order/b:ID[1]/@schemeID=GLN']);
    expect(shown(run('//cbc:Quantity/../../cbc:ID[not(@schemeID)]'))).toEqual(['/Order/b:ID[2]=011']);
    expect(shown(run('Line/cbc:Note/preceding-sibling::cbc:Quantity'))).toEqual([
      '/Order/Line/b:Quantity=10.00',
    ]);
  });

  it('returns texts, whole numbers and true/false', () => {
    expect(run("concat(cbc:ID[1], '-', cbc:ID[2])")).toEqual(['10-011']);
    expect(run('count(cbc:ID) + 1')).toEqual([3]);
    expect(run("some $id in cbc:ID satisfies $id = '011'")).toEqual([true]);
    expect(run('cbc:Nothing')).toEqual([]);
  });

  it('reads JSON the same way, in a namespace of choice', () => {
    const json = tree(parseJsonTree('{"orderEvent":{"lines":[{"id":"1"},{"id":"02"}]},"n":1.50}'));
    const plain = compileXPath('/json/orderEvent/lines/id', new Map());
    expect(shown(plain.evaluate(json.root, new Map(), host))).toEqual([
      '/json/orderEvent/lines[1]/id=1',
      '/json/orderEvent/lines[2]/id=02',
    ]);
    const channel = tree(parseJsonTree('{"companyId":"c"}', {}, { name: 'channel', namespace: 'urn:root' }));
    expect(shown(run('$channel/companyId', { channel: [channel.root] }))).toEqual(['$channel/companyId=c']);
  });

  it('takes variables of every shape', () => {
    const nodes = run('cbc:ID');
    expect(run('count($v), $v[2] = "011"', { v: nodes })).toEqual([2, true]);
    expect(run('count($v)', { v: [] })).toEqual([0]);
    expect(run('$v', { v: ['x'] })).toEqual(['x']);
    expect(run('$v', { v: ['x', 'y'] })).toEqual(['x', 'y']);
  });

  it('tells what was read', () => {
    const read: string[] = [];
    compileXPath("cbc:ID[. = '011']", namespaces).evaluate(order.root, new Map(), {
      ...host,
      onRead: (node) => read.push(pathOf(node)),
    });
    expect(read).toEqual(['/Order/b:ID[1]', '/Order/b:ID[2]']);
  });

  it('fails with words', () => {
    expect(() => run('exactly-one(cbc:ID)')).toThrow(XPathError);
    expect(() => run('$missing')).toThrow(/missing/);
  });
});

describe('our functions', () => {
  it.each<[string, Item[]]>([
    ['dec:add(Line/cbc:Quantity, "0.10")', ['10.10']],
    ['dec:add(cbc:ID[1], 1)', ['11']],
    ['dec:sub("1", "0.9")', ['0.1']],
    ['dec:mul("0.1", "3")', ['0.3']],
    ['dec:div("2", "3", 4)', ['0.6667']],
    ['dec:round("2.5", 0)', ['3']],
    ['dec:normal("1e-2")', ['0.01']],
    ['dec:sum(cbc:ID)', ['21']],
    ['dec:sum(())', ['0']],
    ['dec:product(("0.90", "0.95"))', ['0.8550']],
    ['dec:product(())', ['1']],
    ['dec:compare(Line/cbc:Quantity, "5.00") > 0', [true]],
    ['dec:add((), "1")', []],
    ['dec:compare((), "1") > 0', [false]],
    ['date:date("2026-03-16+01:00")', ['2026-03-16']],
    ['date:date("2026-03-16T10:00:00Z")', ['2026-03-16']],
    ['date:valid("2026-02-30")', [false]],
    ['date:local("2026-07-01T10:00:00Z", "Europe/Amsterdam")', ['2026-07-01T12:00:00']],
    ['date:time("2026-07-01T10:00:00Z")', ['10:00:00']],
    ['table("unit", cbc:ID[1])', ['unit:10']],
    ['table("unit", " C62 ", "else")', ['else']],
    ['table("unit", ())', []],
  ])('%s', (text, expected) => {
    expect(run(text)).toEqual(expected);
  });

  it.each([
    ['dec:add("1,5", "1")', 'bad-decimal', '1,5'],
    ['dec:sum(("1", "x"))', 'bad-decimal', 'x'],
    ['dec:product(("1", "x"))', 'bad-decimal', 'x'],
    ['dec:div("1", "0.0", 2)', 'division-by-zero', '0.0'],
    ['dec:round("1", "many")', 'digits-wrong', 'many'],
    ['date:date("2026-02-30")', 'bad-date', '2026-02-30'],
    ['date:local("2026-07-01T10:00:00Z", "Mars/Base")', 'bad-time-zone', 'Mars/Base'],
  ])('%s is a %s', (text, code, value) => {
    try {
      run(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ValueError);
      expect(error).toMatchObject({ code, value });
    }
  });
});

describe('syntax', () => {
  it('is a plain tree with places', () => {
    const call = parseXPath("concat(cbc:ID, 'x')").children[0]?.children[0]?.children[0];
    expect(call?.name).toBe('functionCallExpr');
    const [, args] = call?.children ?? [];
    const step = args?.children[0]?.children[0]?.children[1];
    expect(step === undefined ? '' : renderName(readName(step))).toBe('cbc:ID');
    expect(step?.offset).toBe(7);
  });

  it('says where it is wrong', () => {
    try {
      parseXPath('cbc:ID[');
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: 'Error', offset: 6, message: 'Expected end of input' });
    }
  });
});
