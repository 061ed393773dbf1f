import { describe, expect, it } from 'vitest';
import { textOf } from '../nodes/tree-builder.ts';
import type { TreeElement } from '../nodes/tree-node.ts';
import { parseJsonTree } from './parse-json.ts';

function read(text: string): TreeElement {
  const result = parseJsonTree(text);
  if (result.findings !== undefined) throw new Error(JSON.stringify(result.findings));
  return result.tree.root;
}

function shape(element: TreeElement): string {
  const children = element.childNodes.map((node) => (node.nodeType === 1 ? shape(node) : node.data));
  return `${element.localName}[${element.jsonType}](${children.join(' ')})`;
}

function refused(text: string, limits = {}) {
  return parseJsonTree(text, limits).findings?.map((f) => `${f.code} ${f.line}:${f.column}`);
}

describe('readJson', () => {
  it('makes members elements and repeats them for arrays', () => {
    expect(shape(read('{"a":[1,{"b":true}],"c":null,"d":[],"e":"","f":{}}'))).toBe(
      'json[object](a[number](1) a[object](b[boolean](true)) c[null]() e[string]() f[object]())',
    );
  });

  it('keeps numbers as they are written', () => {
    const numbers = '12345678901234567.890 0.10 1e-7 -0 1E+2'.split(' ');
    const root = read(`[${numbers.join(',')}]`);
    expect(root.childNodes.map(textOf)).toEqual(numbers);
  });

  it('names the items of arrays that have no name', () => {
    expect(shape(read('[1]'))).toBe('json[object](item[number](1))');
    expect(shape(read('{"a":[[1,2],[3]]}'))).toBe(
      'json[object](a[object](item[number](1) item[number](2)) a[object](item[number](3)))',
    );
  });

  it('tells where each value begins and drops the byte order mark', () => {
    const root = read('\uFEFF{\n  "a": "x",\n  "b": [1, 2]\n}');
    const places = root.childNodes.map((n) =>
      n.nodeType === 1 ? `${n.localName} ${n.line}:${n.column}` : '',
    );
    expect([root.line, root.column, ...places]).toEqual([1, 1, 'a 2:8', 'b 3:9', 'b 3:12']);
  });

  it('decodes strings', () => {
    expect(textOf(read('{"a":"x\\n\\u00e9\\ud83d\\ude00"}'))).toBe('x\né😀');
  });

  it.each([
    '',
    '{',
    '{"a":1,}',
    '[1,]',
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":NaN}',
    '{a:1}',
    "{'a':1}",
    '{"a":1}x',
    '{"a":1 "b":2}',
    '{"a":"\n"}',
    '{"a":1 // c\n}',
    '/* c */{}',
  ])('refuses %j', (text) => {
    expect(refused(text)?.[0]).toMatch(/^json-not-well-formed \d+:\d+$/);
  });

  it('refuses the same name twice, not the same name in two objects', () => {
    expect(refused('{"a":1,\n "a":2}')).toEqual(['json-duplicate-name 2:2']);
    expect(shape(read('{"a":{"x":1},"b":{"x":1},"__proto__":1}'))).toContain('__proto__');
  });

  it('refuses depth and size while reading', () => {
    expect(refused('{"a":{"b":{}}}', { depth: 2 })?.[0]).toBe('document-too-deep 1:11');
    expect(refused('[1,2,3]', { nodes: 3 })?.[0]).toMatch(/^document-too-large/);
    expect(refused('['.repeat(100_000))?.[0]).toMatch(/^document-too-deep/);
    const members = Array.from({ length: 10_001 }, (_, n) => `"m${n}":1`);
    expect(refused(`{"a":{${members.join()}}}`)?.[0]).toMatch(/^json-too-many-members/);
  });
});
