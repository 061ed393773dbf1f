import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { mostErrors } from './libxml.ts';

const xsd = `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"><s:element name="a"><s:complexType><s:sequence>
  <s:element name="b" type="s:int" maxOccurs="unbounded"/></s:sequence></s:complexType></s:element></s:schema>`;

/** What the package gives of a document, once our validator is loaded. */
function readErrors(text: string) {
  const source = XmlDocument.fromString(xsd);
  const validator = XsdValidator.fromDoc(source);
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details;
    throw error;
  } finally {
    for (const one of [document, validator, source]) one.dispose();
  }
  return [];
}

/**
 * Its documented modules neither bound the errors nor export what collects them. Where this fails after an upgrade, look in its
 * `libxml2.mjs` how it collects them now: until `first-errors.ts` follows, half a million errors take half a minute.
 */
it('libxml2-wasm lets its collector of errors be replaced by one that keeps the first', () => {
  const errors = readErrors(`<a>${'<b>x</b>'.repeat(mostErrors + 10)}</a>`);
  expect(errors).toHaveLength(mostErrors);
  expect(errors[0]).toEqual({
    message: "Element 'b': 'x' is not a valid value of the atomic type 'xs:int'.\n",
    level: 2,
    line: 1,
    col: 0,
    xpath: '/a/b[1]',
  });
  expect(errors.at(-1)?.xpath).toBe(`/a/b[${mostErrors}]`);
});
