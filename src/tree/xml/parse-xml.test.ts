import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../nodes/source-text.ts';
import { textOf } from '../nodes/tree-builder.ts';
import { treeLimits } from '../nodes/tree-limits.ts';
import type { TreeElement } from '../nodes/tree-node.ts';
import { parseXmlTree, XmlReader } from './parse-xml.ts';

function read(text: string): TreeElement {
  const result = parseXmlTree(text);
  if (result.findings !== undefined) throw new Error(JSON.stringify(result.findings));
  return result.tree.root;
}

function refused(text: string, limits = {}) {
  const result = parseXmlTree(text, limits);
  return result.findings?.map((finding) => `${finding.code} ${finding.line}:${finding.column}`);
}

const elements = (parent: TreeElement) => parent.childNodes.filter((node) => node.nodeType === 1);

describe('readXml', () => {
  it('knows names by namespace, whatever the prefix', () => {
    const root = read('<a:Order xmlns:a="urn:x" xmlns="urn:y"><ID a:k="1" l="2"/></a:Order>');
    expect([root.nodeName, root.prefix, root.localName, root.namespaceURI]).toEqual([
      'a:Order',
      'a',
      'Order',
      'urn:x',
    ]);
    const [id] = elements(root);
    expect(id?.namespaceURI).toBe('urn:y');
    expect(id?.attributes.map((a) => [a.nodeName, a.localName, a.namespaceURI, a.value])).toEqual([
      ['a:k', 'k', 'urn:x', '1'],
      ['l', 'l', null, '2'],
    ]);
    expect(root.attributes).toEqual([]);
  });

  it('leaves out comments and instructions, joins text and CDATA', () => {
    const root = read('<?xml version="1.0"?><!-- c --><a>x<!-- y -->z<![CDATA[<&]]>&amp;&#xe9;<?p q?>!</a>');
    expect(root.childNodes).toHaveLength(1);
    expect(textOf(root)).toBe('xz<&&é!');
  });

  it('tells where each start tag begins, across lines, BOM and CRLF', () => {
    const root = read('\uFEFF<a>\r\n  <b\r\n    c="1"><d/></b><e\n/>\n</a>');
    const all = (element: TreeElement): string[] => [
      `${element.nodeName} ${element.line}:${element.column}`,
      ...elements(element).flatMap(all),
    ];
    expect(all(root)).toEqual(['a 1:1', 'b 2:3', 'd 3:11', 'e 3:19']);
  });

  it('counts elements, attributes and texts', () => {
    const result = parseXmlTree('<a b="1" xmlns="u"><c>t</c></a>');
    expect(result.tree?.size).toBe(4);
  });

  it.each([
    '',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a>&nbsp;</a>',
    '<x:a/>',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    'text',
    '<a>\u0001</a>',
  ])('refuses %j', (text) => {
    expect(refused(text)?.[0]).toMatch(/^xml-not-well-formed \d+:\d+$/);
  });

  it('refuses a document type declaration before it does harm', () => {
    expect(refused('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')?.[0]).toMatch(/^xml-doctype 1:/);
  });

  it('refuses depth and size while reading', () => {
    expect(refused('<a><b><c/></b></a>', { depth: 2 })).toEqual(['document-too-deep 1:7']);
    expect(refused('<a><b/><c/></a>', { nodes: 2 })).toEqual(['document-too-large 1:8']);
    expect(refused('<a><b c=""/><b c=""/></a>', { names: 3 })).toBeUndefined();
    expect(refused('<a><b c=""/><d/></a>', { names: 3 })).toEqual(['document-too-many-names 1:13']);
    expect(refused('<a>&lt;&lt;&lt;</a>', { references: 2 })).toEqual([
      'document-in-pieces undefined:undefined',
    ]);
    expect(refused('<a>'.repeat(100_000))?.[0]).toMatch(/^document-too-deep/);
    expect(refused(`<a>${'<b/>'.repeat(1_000_001)}`)?.[0]).toMatch(/^document-too-large/);
  });

  it('is read by an object that V8 has not put into a hash table', () => {
    setFlagsFromString('--allow-natives-syntax');
    const isFast = new Function('it', 'return %HasFastProperties(it)');
    const text = '<?xml version="1.0"?><!-- c --><a b="c">x<![CDATA[y]]><?p q?></a>';
    const readers = Array.from({ length: 20 }, () => new XmlReader(new SourceText(text), treeLimits));
    for (const reader of readers) reader.read();
    expect(readers.map((reader) => isFast(reader))).toEqual(readers.map(() => true));
  });
});
