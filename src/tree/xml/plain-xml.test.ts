import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../nodes/source-text.ts';
import { treeLimits } from '../nodes/tree-limits.ts';
import type { TreeDocument, TreeElement } from '../nodes/tree-node.ts';
import { decodeXmlBytes } from './decode-xml.ts';
import { parseAnyXml } from './parse-xml.ts';
import { readPlainXml, type XmlTree } from './plain-xml.ts';

/** All of a tree; the orders count from its first node on. */
function describeTree({ root, size }: TreeDocument): object {
  const describeElement = (element: TreeElement): object => ({
    ...{ name: element.nodeName, prefix: element.prefix, local: element.localName },
    ...{ uri: element.namespaceURI, line: element.line, column: element.column },
    order: element.order - root.order,
    attributes: element.attributes.map(({ parentNode, order, ...one }) => ({
      ...{ ...one, order: order - root.order, isOwn: parentNode === element },
    })),
    children: element.childNodes.map((node) =>
      node.nodeType === 1
        ? describeElement(node)
        : { text: node.data, order: node.order - root.order, isOwn: node.parentNode === element },
    ),
  });
  return { size, root: describeElement(root) };
}

const describeRead = ({ tree, abridged }: XmlTree): object => ({
  ...describeTree(tree),
  abridged: abridged.map(({ nodeName, line, column }) => [nodeName, line, column]),
});

/** What the parser says of a document that was read as a plain one; undefined where it was not. */
function compareWithParser(source: SourceText): { plain: object; parsed: object } | undefined {
  const plain = readPlainXml(source, treeLimits);
  if (plain === undefined) return undefined;
  const parsed = parseAnyXml(source);
  return { plain: describeRead(plain), parsed: parsed.tree ? describeRead(parsed) : parsed };
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync(['samples/**/*.xml', 'src/**/*.xml', 'test/**/*.xml', 'mappings/**/*.xml'], {
  cwd: root,
});

describe('the quick way to read XML', () => {
  it('makes of files what the parser makes of them, and is taken for most', () => {
    const read = files.flatMap((file) => {
      const { source } = decodeXmlBytes(readFileSync(`${root}/${file}`));
      return source === undefined ? [] : [{ file, both: compareWithParser(source) }];
    });
    for (const { file, both } of read)
      expect(JSON.stringify(both?.plain), file).toBe(JSON.stringify(both?.parsed));
    const isTaken = read.filter(({ both }) => both !== undefined);
    expect(isTaken.length).toBeGreaterThan(0.8 * read.length);
  });

  it.each([
    '<a/>',
    '<a></a>',
    `<?xml version='1.0' encoding='utf-8'?>\r\n<a b='1' c = "2" >\r\n <b/>x\r y</a>\n`,
    '<?xml version="1.0" encoding="ISO-8859-1" standalone="no" ?><a>é</a>',
    '<a>&amp;&lt;x&gt;&quot;&apos;</a>',
    '<a b="&amp;&lt;\'"/>',
    '<!-- c --><a>x<!-- <b> & -->y<!----></a><!-- d -->',
    '<a xmlns="urn:a" xmlns:p="urn:p"><p:b p:c="1" c2="2"><d xmlns=""/></p:b><e xml:lang="nl"/></a>',
    '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/><p:b/></p:a>',
    '<o xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"/>',
    '<a>1 > 0 ]] ></a>',
    '<a.b-c_1/>',
  ])('reads %j as the parser does', (text) => {
    const both = compareWithParser(new SourceText(text));
    expect(both?.plain).toBeDefined();
    expect(both?.plain).toEqual(both?.parsed);
  });

  it.each([
    ...[
      '',
      ' ',
      'a',
      '<a>',
      '</a>',
      '<a></b>',
      '<a/><b/>',
      '<a/>b',
      '<a><b></a></b>',
      '<a',
      '<a b',
      '<a b="',
    ],
    ...[
      '<a b=1/>',
      '<a b="1"c="2"/>',
      '<a b="<"/>',
      '<a b="1" b="2"/>',
      '<a b="x\ny"/>',
      '<a b="\t"/>',
      '<a =""/>',
    ],
    ...['<a>&</a>', '<a>&nbsp;</a>', '<a>&#233;</a>', '<a>&amp</a>', '<a>&constructor;</a>', '<a b="&"/>'],
    ...[
      '<a>]]></a>',
      '<a><![CDATA[x]]></a>',
      '<a><?p q?></a>',
      '<!DOCTYPE a><a/>',
      '<a><!-- -- --></a>',
      '<a><!-- </a>',
    ],
    ...[
      '<x:a/>',
      '<a x:b=""/>',
      '<a xmlns:x=""/>',
      '<a xmlns:xml="urn:x"/>',
      '<a xmlns:xmlns="urn:x"/>',
      '<:a/>',
    ],
    ...[
      '<a xmlns:x=" urn:x "/>',
      '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
      '<xmlns:a/>',
      '<a:b:c xmlns:a="urn:a"/>',
    ],
    ...[
      '<a xmlns:x="u" xmlns:y="u" x:b="" y:b=""/>',
      '<é/>',
      '<1/>',
      '<a>\u0001</a>',
      '<a>\ud800</a>',
      '<a>😀</a>',
    ],
    ...[
      '\uFEFF<a/>',
      ' <?xml version="1.0"?><a/>',
      '<?xml version="1.1"?><a/>',
      '<?xml encoding="UTF-8"?><a/>',
      '<a></a >',
    ],
    `<a ${Array.from({ length: 60 }, (_, n) => `xmlns:p${n}="urn:${n}"`).join(' ')}/>`,
  ])('leaves %j to the parser', (text) => {
    expect(readPlainXml(new SourceText(text), treeLimits)).toBeUndefined();
  });

  it.each([
    ['<a><b><c/></b></a>', { depth: 2 }],
    ['<a><b/><c/></a>', { nodes: 2 }],
    ['<a>x</a>', { nodes: 1 }],
    ['<a b="" c="" xmlns="u"/>', { nodes: 2 }],
    ['<a><b c=""/><d/></a>', { names: 3 }],
    ['<a><!-- --><!-- --></a>', { pieces: 1 }],
    ['<a b="&amp;">&amp;</a>', { references: 1 }],
  ])('leaves %s, which is above %j, to the parser', (text, limits) => {
    expect(readPlainXml(new SourceText(text), treeLimits)).toBeDefined();
    expect(readPlainXml(new SourceText(text), { ...treeLimits, ...limits })).toBeUndefined();
  });

  it('never makes another tree than the parser, nor one of what it refuses, of a document with one character wrong', () => {
    const whole = `<?xml version="1.0" encoding="UTF-8"?>\r\n<a xmlns="urn:a" xmlns:p='urn:p'><!-- c -->
  <p:b p:c="1" d='&amp;'>x &lt; y</p:b><b/>\r\n</a>\n`;
    const odd = ['', ...'<>&"\'/=!-:;? \n\r]ax\u0000é'];
    const variants = [...whole].flatMap((_, at) =>
      odd.flatMap((one) => [0, 1].map((gone) => whole.slice(0, at) + one + whole.slice(at + gone))),
    );
    const read = [...new Set(variants)].map((text) => ({
      text,
      both: compareWithParser(new SourceText(text)),
    }));
    const different = read.filter(({ both }) => JSON.stringify(both?.plain) !== JSON.stringify(both?.parsed));
    expect(different).toEqual([]);
    expect(read.filter(({ both }) => both !== undefined).length).toBeGreaterThan(500);
  });
});
