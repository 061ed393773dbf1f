import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutToBytes,
  distinctName,
  forbiddenCharactersOf,
  nameWithId,
  renderFileName,
  templateFields,
  toSafeName,
} from './file-name.ts';
import { buildMatcher, compareNaturally, isTemporary, reportNamesOf } from './reserved-names.ts';

const template = '{purchaseOrderNumber}-{sequence}.xml';
const name = (purchaseOrderNumber: string) =>
  renderFileName(template, { purchaseOrderNumber, sequence: '7' });

describe('fileName', () => {
  it('fills in the fields and pads the sequence', () => {
    expect(name('PO4711')).toBe('PO4711-000007.xml');
    expect(renderFileName('{sequence}.xml', { sequence: '1234567' })).toBe('1234567.xml');
    expect(renderFileName('{documentType}_{eventName}.xml', { documentType: 'Order', eventName: '' })).toBe(
      'Order_none.xml',
    );
  });

  it.each([
    ['../../etc/passwd', '_.._etc_passwd-000007.xml'],
    ['..', 'none-000007.xml'],
    ['.hidden', 'hidden-000007.xml'],
    ['a/b\\c:d', 'a_b_c_d-000007.xml'],
    ['a\0b\nc\u202Ed', 'a_b_c_d-000007.xml'],
    ['CON', '_CON-000007.xml'],
    ['-rf', '_-rf-000007.xml'],
    ['$(id)`id`', '_(id)_id_-000007.xml'],
    ['com1.txt', '_com1.txt-000007.xml'],
    ['Auftrag Nr. 5 für Müller', 'Auftrag Nr. 5 für Müller-000007.xml'],
    ['u\u0308', 'ü-000007.xml'],
    ['{sequence}', '{sequence}-000007.xml'],
  ])('makes %j harmless', (value, expected) => expect(name(value)).toBe(expected));

  it('has no inherited fields', () => {
    expect(renderFileName('{constructor}.xml', {})).toBe('none.xml');
  });

  it('protects the whole name as well', () => {
    expect(renderFileName('{a}{b}.xml', { a: 'N', b: 'UL' })).toBe('_NUL.xml');
    expect(renderFileName('../{a}', { a: 'x' })).toBe('_x');
  });

  it('is always one harmless name of at most 255 bytes, keeping its extension', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 400 }), (a, b) => {
        const made = renderFileName('{a}-{b}-{sequence}.xml', { a, b, sequence: '1' });
        expect(made).toMatch(/^[^/\\\p{C}.$`-][^/\\\p{C}$`]*-000001\.xml$/u);
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
        expect(made).not.toContain('/');
      }),
    );
  });

  it('shortens long fields, never the sequence or another field away', () => {
    const fields = {
      purchaseOrderNumber: '注'.repeat(200),
      documentType: 'Order',
      eventName: '文'.repeat(200),
    };
    const made = renderFileName('{purchaseOrderNumber}-{eventName}-{date}-{documentType}-{sequence}.xml', {
      ...fields,
      date: '2026-03-02',
      sequence: '42',
    });
    expect(made).toMatch(/^注+-文+-2026-03-02-Order-000042\.xml$/);
  });

  it('is a name that Windows takes, whatever template and fields are', () => {
    const piece = fc.oneof(
      fc.constantFrom('{a}', '{b}', '{sequence}', '.', ' ', '-', 'CON', '../', '\\', '.xml', ':', 'é'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('..', 'nul', 'com¹', 'x. . ', '\ud83d', ' '.repeat(90), `${'x'.repeat(79)}😀`),
    );
    const templates = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(templates, value, value, (template, a, b) => {
        const made = renderFileName(template, { a, b, sequence: '1' });
        expect(made).toMatch(
          /^[^\s.\p{C}/\\:*?"<>|]([^\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]*[^\s.\p{C}/\\:*?"<>|])?$/u,
        );
        expect(made).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i);
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
        expect(Buffer.from(made).toString()).toBe(made);
      }),
      { numRuns: 500 },
    );
  });

  it('says which fields a template has', () => {
    expect(templateFields('{a}-{b c}.xml')).toEqual(['a', 'b c']);
  });

  it('says which characters of a template no file name has', () => {
    expect(forbiddenCharactersOf('../{a}/{b:c}?.xml')).toEqual(['/', '?']);
    expect(forbiddenCharactersOf('{a}-{sequence}.xml')).toEqual([]);
  });

  it('makes any text a file name', () => {
    expect(toSafeName('8f-uuid-PO/17')).toBe('8f-uuid-PO_17');
  });

  it('keeps the extension of a long name: without it nobody can open the file', () => {
    expect(toSafeName(`${'é'.repeat(300)}.pdf`)).toBe(`${'é'.repeat(38)}.pdf`);
    expect(toSafeName(`../${'n'.repeat(300)}.tar.gz`)).toMatch(/^_n+\.gz$/);
  });
});

describe('distinctName', () => {
  const only = (number: string) => distinctName('{purchaseOrderNumber}.xml', { purchaseOrderNumber: number });

  it.each(['4500017801', 'PO-4711', 'PO_17', 'AUFTRAG 5', 'ÜBER'])('leaves %s as it is', (number) =>
    expect(only(number)).toBe(`${number}.xml`),
  );

  it.each([
    ['PO/17', /^PO_17=[0-9a-f]{12}\.xml$/],
    ['po-4711', /^po-4711=[0-9a-f]{12}\.xml$/],
    ['.PO', /^PO=[0-9a-f]{12}\.xml$/],
    ['-rf', /^_-rf=[0-9a-f]{12}\.xml$/],
    ['CON', /^_CON=[0-9a-f]{12}\.xml$/],
    ['NUL.PO', /^_NUL\.PO=[0-9a-f]{12}\.xml$/],
    ['PO 1. ', /^PO 1=[0-9a-f]{12}\.xml$/],
    ['PO\u0007', /^PO_=[0-9a-f]{12}\.xml$/],
    ['NONE', /^NONE=[0-9a-f]{12}\.xml$/],
    ['X=0123456789ab', /^X=0123456789ab=[0-9a-f]{12}\.xml$/],
  ])('tags %j, which is not as it came or is told apart by its letters alone', (number, name) =>
    expect(only(number)).toMatch(name),
  );

  it('words of a vocabulary and names with a sequence stay as they are', () => {
    const fields = { documentType: 'Order', eventName: 'OrderAccepted', purchaseOrderNumber: 'po/1' };
    expect(distinctName('{documentType}-{eventName}.xml', fields)).toBe('Order-OrderAccepted.xml');
    expect(distinctName('{purchaseOrderNumber}-{sequence}.xml', { ...fields, sequence: '7' })).toBe(
      'po_1-000007.xml',
    );
  });

  /** As folders of Windows and of macOS have it. */
  const folded = (name: string): string =>
    name
      .normalize('NFC')
      .toUpperCase()
      .replace(/[. ]+$/, '');
  const spelling = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', '/', '_', '.', ' ', '-', '\u0007', '\u212a', 'k', 'ß', 'S'),
    }),
    fc.constantFrom(
      'con',
      'CON',
      '_CON',
      'nul.x',
      'NONE',
      'none',
      '',
      'x'.repeat(80),
      'X'.repeat(81),
      'ϴ',
      'Θ',
    ),
  );
  /** Values that are easily taken for one another. */
  const pair = fc
    .tuple(spelling, spelling)
    .chain(([a, b]) =>
      fc.constantFrom(
        [a, b],
        [a, a.toUpperCase()],
        [a, a.toLowerCase()],
        [a, `${a}.`],
        [a, a.normalize('NFD')],
        [a, only(a).replace(/\.xml$/, '')],
        [a, a.replace(/[/:*]/g, '_')],
      ),
    );

  it('never gives two values one name, also where capital and small letters are one', () => {
    fc.assert(
      fc.property(pair, ([a = '', b = '']) => {
        fc.pre(a !== b);
        expect(folded(only(a))).not.toBe(folded(only(b)));
      }),
      { numRuns: 3000 },
    );
  });

  it('is as harmless as any other', () => {
    fc.assert(
      fc.property(spelling, (value) => {
        const made = only(value);
        expect(made).toMatch(/^[^/\\\p{C}.$`\s-][^/\\\p{C}$`:*?"<>|]*\.xml$/u);
        expect(made).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i);
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('besides', () => {
  it('puts the id before the extension', () => {
    expect(nameWithId('order.xml', 'abc')).toBe('order~abc.xml');
    expect(nameWithId('order', 'abc')).toBe('order~abc');
    expect(nameWithId('.xml', 'abc')).toBe('.xml~abc');
  });

  it('fits 255 bytes without cutting a character in two', () => {
    const long = `${'é'.repeat(125)}.xml`;
    expect(Buffer.byteLength(long)).toBe(254);
    const made = nameWithId(long, 'x'.repeat(16));
    expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
    expect(made).toMatch(/^é+~x{16}\.xml$/);
  });

  it('cuts whole characters', () => {
    expect(cutToBytes('a😀b', 4)).toBe('a');
    expect(cutToBytes('a😀b', 5)).toBe('a😀');
  });
});

describe('names in a folder', () => {
  it.each(['.hidden.xml', 'a.xml.tmp', 'a.xml.PART', 'a.filepart', 'a.xml~', '.gateway'])(
    '%s is temporary',
    (value) => expect(isTemporary(value)).toBe(true),
  );

  it.each(['a.xml', 'a.tmp.xml', 'part.xml'])('%s is not temporary', (value) =>
    expect(isTemporary(value)).toBe(false),
  );

  it('matches patterns as a shell does, capitals or small', () => {
    const xml = buildMatcher('*.xml');
    expect(['a.xml', 'A.XML', 'a\nb.xml', 'axml', 'a.xml.bak'].map(xml)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(['PO1.xml', 'PO12.xml'].map(buildMatcher('PO?.xml'))).toEqual([true, false]);
    expect(['a+(b).xml', 'aab.xml'].map(buildMatcher('a+(b).xml'))).toEqual([true, false]);
  });

  it('orders numbers by value', () => {
    expect(['o-10.xml', 'o-9.xml', 'o-09.xml'].sort(compareNaturally)).toEqual([
      'o-09.xml',
      'o-9.xml',
      'o-10.xml',
    ]);
  });

  it('names reports after the document, different for different long names', () => {
    expect(reportNamesOf('a.xml')).toEqual({ text: 'a.xml.report.txt', json: 'a.xml.report.json' });
    const [one, two] = ['1', '2'].map((end) => reportNamesOf(`${'x'.repeat(250)}${end}.xml`).json);
    expect(one).not.toBe(two);
    expect(Buffer.byteLength(one ?? '')).toBeLessThanOrEqual(255);
  });
});
