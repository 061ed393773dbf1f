import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXmlTree } from '../xml/parse-xml.ts';
import { abridge } from './abridge.ts';
import { SourceText } from './source-text.ts';
import type { TreeElement } from './tree-node.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of so many characters, in lines where `end` says so; not the same everywhere. */
function run(length: number, end: string, width: number): string {
  const all = Array.from({ length }, (_, at) => letters[(at * 7 + (at >> 6)) % 64]).join('');
  return end === '' ? all : (all.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(end);
}

const runs = fc
  .record({
    length: fc.integer({ min: 3900, max: 9000 }),
    end: fc.constantFrom('', '', '\n', '\r\n', '\r\n\t', ' ', '\r'),
    width: fc.constantFrom(1, 64, 76, 5000),
    after: fc.constantFrom('', '=', '==', '=\n=\n', ' ', '=A', '====', '\r\n', '-'),
  })
  .map(({ length, end, width, after }) => run(length, end, width) + after);

/** Parts of a document in which a run may stand, some of them broken. */
const places = fc.constantFrom(
  (text: string) => `<b>${text}</b>`,
  (text: string) => `<b>\n ${text}\n</b>`,
  (text: string) => `<b>x<!-- ${text}<i> -->y${text}</b>`,
  (text: string) => `<b><![CDATA[<${text}<]]>${text}<c/></b>`,
  (text: string) => `<?p ${text}<?>`,
  (text: string) => `<b a="${text}"/>`,
  (text: string) => `<b>data:application/pdf;base64,${text}<c/>é${text}</b><d/>`,
  (text: string) => `<b>${text}&amp;${text}</b>`,
  (text: string) => `<b>${text}&${text}</b>`,
  (text: string) => `<b>${text}</c>`,
  (text: string) => `<b>${text}<\u0001/></b>`,
  (text: string) => `<b ${text}<`,
  (text: string) => `<${text}<c/>`,
  (text: string) => `</a>${text}<b/>`,
);
const breaks = fc.constantFrom('', '\n', '<e f="g"/>', '\r\n', 'text');
const documents = fc
  .array(fc.record({ run: runs, place: places, between: breaks }), { minLength: 1, maxLength: 4 })
  .map((parts) => `<a>${parts.map(({ run: text, place, between }) => place(text) + between).join('')}</a>`);

function sourceOf(text: string): SourceText {
  const { bytes, gaps } = abridge(Buffer.from(text));
  return new SourceText(Buffer.from(bytes).toString(), gaps);
}

function dump(element: TreeElement): unknown {
  const { nodeName, line, column, attributes, childNodes } = element;
  const children = childNodes.map((node) => (node.nodeType === 3 ? node.data : dump(node)));
  return [nodeName, line, column, attributes.map(({ nodeName: name, value }) => [name, value]), children];
}

const seen = (source: string | SourceText) => {
  const { tree, findings } = parseXmlTree(source);
  return tree === undefined ? findings : [tree.size, dump(tree.root)];
};

describe('an abridged text', () => {
  it('is read as the whole one: the same tree, the same places, the same findings', () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(seen(sourceOf(text))).toEqual(seen(text));
      }),
      { numRuns: 100 },
    );
  });

  it('has everything again as bytes and as text', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const source = sourceOf(text);
        expect(Buffer.from(source.utf8(source.text)).toString()).toBe(text);
        expect(source.whole()).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('is short, however long the embedded files are', () => {
    const file = run(2_000_000, '\r\n', 76);
    const source = sourceOf(`<a><b>${file}</b><b>${file}=</b>\n<c/></a>`);
    expect(source.text.length).toBeLessThan(2000);
    const read = parseXmlTree(source);
    if (read.tree === undefined) throw new Error('not read');
    expect(read.abridged).toHaveLength(2);
    const [, , , last] = read.tree.root.childNodes;
    expect(last).toMatchObject({ nodeName: 'c', line: 2 * 26_315 + 2, column: 1 });
  });

  it('holds texts that nobody asks for in small parts', () => {
    const { tree } = parseXmlTree(sourceOf(`<a>${run(3_000_000, '\r\n', 76)}</a>`));
    const [text] = tree?.root.childNodes ?? [];
    if (text?.nodeType !== 3) throw new Error('no text');
    const parts = [...text.parts()];
    expect(parts.join('')).toBe(text.data);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(65_537);
  });

  it('leaves short runs, padding inside and lone carriage returns as they are', () => {
    for (const text of [run(4000, '', 1), `${run(4000, '', 1)}=${run(4000, '', 1)}`, run(9000, '\r', 64)])
      expect(abridge(Buffer.from(`<a>${text}</a>`)).gaps).toEqual([]);
    expect(abridge(Buffer.from(`<a>${run(9000, '', 1)}`)).gaps).toEqual([]);
  });
});
