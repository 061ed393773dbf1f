import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeXmlBytes } from '../../tree/xml/decode-xml.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { checkXml } from '../check-xml.ts';
import { deliveredXsds, loadSchemas } from '../load-schemas.ts';
import { change, check, delivered, fixture } from '../testkit/documents.ts';
import { isEmbeddedFile } from './embedded-file.ts';

const order = fixture('scsn/Order');
const short = 'SGVsbG8=';
const long = (end: string) => 'QUJDREVG'.repeat(1000) + end;
const model = () => delivered().model.root('scsn/Order');

function read(text: string) {
  const { source } = decodeXmlBytes(Buffer.from(text));
  if (source === undefined) throw new Error('not decoded');
  const { tree, abridged = [] } = { abridged: undefined, ...parseXmlTree(source) };
  if (tree === undefined) throw new Error('not read');
  return { source, tree, abridged };
}

/** The findings of a document whose embedded file ends so, however long it is. */
const found = (file: string) =>
  check(change(order, short, file)).map(({ code, line, column, path, message }) => [
    code,
    line,
    column,
    path,
    message,
  ]);

describe('an embedded file', () => {
  it('is one where the XSDs want base64 of any length, and nowhere else', () => {
    const abridgedIn = (text: string) =>
      read(text).abridged.map((element) => isEmbeddedFile(element, model()));
    expect(abridgedIn(change(order, short, long('')))).toEqual([true]);
    expect(abridgedIn(change(order, '<cbc:Note>', `<cbc:Note>${long('')}</cbc:Note><cbc:Note>`))).toEqual([
      false,
    ]);
    const typed = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="x"';
    const named = change(order, 'mimeCode="application/pdf"', `${typed} mimeCode="application/pdf"`);
    expect(abridgedIn(change(named, short, long('')))).toEqual([false]);
  });

  it('is judged by libxml2 as the whole one is', () => {
    const ends = fc.array(fc.constantFrom('A', 'Q', 'g', '=', ' ', '\n', '/'), { maxLength: 7 });
    const starts = fc.constantFrom('', 'A', 'AB', 'ABC', ' ', '*');
    const validator = delivered().validator('scsn/Order');
    fc.assert(
      fc.property(starts, ends, (start, end) => {
        const { source } = read(change(order, short, start + long(end.join(''))));
        const verdict = (bytes: Uint8Array) =>
          validator.validate(bytes).map(({ path, line }) => [path, line]);
        expect(verdict(Buffer.from(source.text))).toEqual(verdict(source.utf8(source.text)));
      }),
      { numRuns: 100 },
    );
  });

  it('is told of as a short one is', () => {
    expect(found(long('='))).toEqual(found('QQ='));
    expect(found(long('=')).map(([code]) => code)).toEqual(['base64-wrong']);
    expect(found(long('QQ=='))).toEqual([]);
    expect(found(`*${long('')}`)).toEqual(found('*QUJD'));
    expect(found(`${long('')}</cbc:X>`)).toEqual(
      found('QUJD</cbc:X>').map(([code, line, column, ...more]) => [
        code,
        line,
        Number(column) + long('').length - 4,
        ...more,
      ]),
    );
  });

  it('in the wrong place is quoted by its beginning', () => {
    const [wrong] = check(change(order, '>25<', `>${long('')}<`));
    expect(wrong).toMatchObject({ code: 'decimal-wrong' });
    expect(wrong?.value).toBe(`${long('').slice(0, 199)}…`);
  });

  it('is validated whole where an XSD limits it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'limited-'));
    try {
      cpSync(deliveredXsds, folder, { recursive: true });
      const limit =
        '<xsd:simpleType name="Small"><xsd:restriction base="xsd:base64Binary"><xsd:maxLength value="4000"/></xsd:restriction></xsd:simpleType>';
      const types = readFileSync(join(folder, 'types.xsd'), 'utf8');
      const limited = change(
        change(types, 'base="xsd:base64Binary"', 'base="Small"'),
        '<xsd:complexType',
        `${limit}<xsd:complexType`,
      );
      writeFileSync(join(folder, 'types.xsd'), limited);
      const schemas = loadSchemas({ xsds: folder });
      const codes = (file: string) =>
        checkXml(Buffer.from(change(order, short, file)), schemas, {
          document: 'scsn/Order',
          severities: {},
        }).findings.map(({ code }) => code);
      expect(codes('QUJD')).toEqual([]);
      expect(codes(long(''))).toEqual(['schema-other']);
      schemas.dispose();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
