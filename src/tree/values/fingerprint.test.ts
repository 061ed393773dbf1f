import { describe, expect, it } from 'vitest';
import { sha256 } from '../../text/sha256.ts';
import { abridge } from '../nodes/abridge.ts';
import { SourceText } from '../nodes/source-text.ts';
import { parseXmlTree } from '../xml/parse-xml.ts';
import { fingerprint, fingerprintTree } from './fingerprint.ts';
import type { TargetObject, TargetScalar, TargetValue } from './target-tree.ts';

const scalar = (text: string, more: Partial<TargetScalar> = {}): TargetScalar => ({
  kind: 'scalar',
  type: 'string',
  text,
  ...more,
});
const number = (text: string): TargetScalar => scalar(text, { type: 'number' });
const object = (...members: [string, TargetValue][]): TargetObject => ({
  kind: 'object',
  members: new Map(members),
});
const list = (...items: TargetValue[]): TargetValue => ({ kind: 'list', items });

describe('fingerprint of a mapped value', () => {
  it('is a SHA-256 in hex', () => {
    expect(fingerprint(object())).toMatch(/^[0-9a-f]{64}$/);
  });

  it('does not depend on the order of members and on trailing zeros of numbers', () => {
    const one = object(['a', scalar('1')], ['q', number('10.00')]);
    const two = object(['q', number('10')], ['a', scalar('1')]);
    expect(fingerprint(one)).toBe(fingerprint(two));
  });

  it('does not see volatile leaves, nor objects that hold nothing else', () => {
    const time = scalar('12:00', { volatile: true });
    const one = object(['a', scalar('1')], ['t', time], ['by', object(['t', time])]);
    expect(fingerprint(one)).toBe(fingerprint(object(['a', scalar('1')])));
  });

  it('does not see volatile items of a list, however many there are', () => {
    const time = scalar('12:00', { volatile: true });
    const plain = object(['notes', list(scalar('a'), scalar('b'))]);
    for (const items of [
      [scalar('a'), time, scalar('b')],
      [scalar('a'), scalar('b'), time, time],
      [scalar('a'), object(['t', time]), scalar('b')],
    ])
      expect(fingerprint(object(['notes', list(...items)]))).toBe(fingerprint(plain));
    const only = object(['a', scalar('1')], ['notes', list(time, list(time))]);
    expect(fingerprint(only)).toBe(fingerprint(object(['a', scalar('1')])));
  });

  it.each<[string, TargetValue, TargetValue]>([
    ['text and number', scalar('1'), number('1')],
    ['leading zeros of text', scalar('10'), scalar('010')],
    ['trailing zeros of text', scalar('10.0'), scalar('10.00')],
    ['order in a list', list(scalar('a'), scalar('b')), list(scalar('b'), scalar('a'))],
    ['a name', object(['a', scalar('1')]), object(['b', scalar('1')])],
    ['an attribute', scalar('1'), scalar('1', { attributes: new Map([['unitCode', 'C62']]) })],
    ['nesting', list(list(scalar('a')), scalar('b')), list(list(scalar('a'), scalar('b')))],
    ['one text and two', list(scalar('a","b')), list(scalar('a'), scalar('b'))],
  ])('differs by %s', (_what, one, two) => {
    expect(fingerprint(object(['x', one]))).not.toBe(fingerprint(object(['x', two])));
  });
});

describe('fingerprint of an XML tree', () => {
  const cbc = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
  const cac = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
  const of = (text: string, ignore: string[] = []) => {
    const { tree, findings } = parseXmlTree(text);
    if (tree === undefined) throw new Error(JSON.stringify(findings));
    return fingerprintTree(tree, ignore);
  };
  const one = `<Order xmlns="urn:o" xmlns:cbc="${cbc}" xmlns:cac="${cac}"><cbc:ID a="1" b="2">4711</cbc:ID><cbc:IssueTime>1</cbc:IssueTime><cac:OrderLine><cbc:Note>n</cbc:Note></cac:OrderLine></Order>`;

  it('does not depend on prefixes, blanks between elements, comments and attribute order', () => {
    const two = `<?xml version="1.0"?>\n<o:Order xmlns:o="urn:o" xmlns="${cbc}" xmlns:x="${cac}">
      <ID b="2" a="1">4711</ID><!-- c --><IssueTime>1</IssueTime>\n<x:OrderLine> <Note> n </Note></x:OrderLine></o:Order>`;
    expect(of(two)).toBe(of(one));
  });

  it('depends on everything else', () => {
    for (const [from, to] of [
      ['4711', '4712'],
      ['a="1"', 'a="2"'],
      ['urn:o', 'urn:p'],
      ['cbc:Note', 'cbc:Name'],
    ] as const)
      expect(of(one.replaceAll(from, to))).not.toBe(of(one));
  });

  it('leaves out the ignored paths and only these', () => {
    const later = one.replace('<cbc:IssueTime>1', '<cbc:IssueTime>2');
    expect(of(later)).not.toBe(of(one));
    expect(of(later, ['cbc:IssueTime'])).toBe(of(one, ['cbc:IssueTime']));
    const noted = one.replace('>n<', '>m<');
    expect(of(noted, ['cac:OrderLine/cbc:Note'])).toBe(of(one, ['cac:OrderLine/cbc:Note']));
    expect(of(noted, ['cbc:Note'])).not.toBe(of(one, ['cbc:Note']));
  });

  it('is the hash of one text, which must stay the same: the journal keeps it', () => {
    const text =
      '<Order b="2" a="&quot;" xmlns="urn:o"><ID>\n 4711 \u{1F4E6}\t</ID><Line><Note/><!-- c --></Line></Order>';
    const said =
      '{urn:o}Order@[["{}a","\\""],["{}b","2"]]({urn:o}ID("4711 \u{1F4E6}"),{urn:o}Line({urn:o}Note("")))';
    expect(of(text)).toBe(sha256(said));
  });

  it('takes a text in parts as the whole', () => {
    const file = ` ${'QUJD\r\n'.repeat(300_000)}=\n`;
    const { bytes, gaps } = abridge(Buffer.from(`<a>${file}</a>`));
    const { tree } = parseXmlTree(new SourceText(Buffer.from(bytes).toString(), gaps));
    expect(gaps).toHaveLength(1);
    expect(tree && fingerprintTree(tree)).toBe(of(`<a>${file}</a>`));
  });
});
