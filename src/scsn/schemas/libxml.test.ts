import { diag } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSchemas } from '../load-schemas.ts';
import { change, fixture } from '../testkit/documents.ts';
import { compileXsd, NotWellFormed } from './libxml.ts';
import type { SchemaSet } from './schema-set.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const order = fixture('scsn/Order');

describe('a validator', () => {
  let schemas: SchemaSet;
  beforeAll(() => {
    diag.configure({ enabled: true });
    schemas = loadSchemas();
  });
  afterAll(() => {
    schemas.dispose();
    expect(diag.report()).toEqual({});
    diag.configure({ enabled: false });
  });
  const errors = (text: string) => schemas.validator('scsn/Order').validate(bytes(text));

  it('has nothing against a valid document', () => {
    expect(errors(order)).toEqual([]);
  });

  it('looks behind the first error of a parent', () => {
    const broken = change(order, '<cbc:OrderTypeCode>', '<cbc:Colour/><cbc:OrderTypeCode>').replace(
      '>25<',
      '>2,5<',
    );
    expect(errors(broken).map(({ path }) => path)).toEqual([
      '/*/cbc:Colour',
      '/*/cac:OrderLine[1]/cac:LineItem/cbc:Quantity',
    ]);
  });

  it('looks behind an element whose prefix is declared on itself', () => {
    const broken = change(
      order,
      '<cbc:OrderTypeCode>',
      '<xi:include xmlns:xi="urn:x"/><xi:include xmlns:xi="urn:x"/><cbc:OrderTypeCode>',
    ).replace('>25<', '>2,5<');
    expect(errors(broken).map(({ path }) => path)).toEqual([
      '/*/xi:include[1]',
      '/*/cac:OrderLine[1]/cac:LineItem/cbc:Quantity',
    ]);
  });

  it('looks behind each of several errors, at every level', () => {
    const broken = change(order, '<cbc:OrderTypeCode>', '<cbc:Colour/><cbc:OrderTypeCode>')
      .replace('<cbc:Quantity unitCode="C62">25<', '<cbc:Size/><cbc:Quantity unitCode="C62">2,5<')
      .replace('<cbc:Description>', '<cbc:Text/><cbc:Description>');
    expect(errors(broken).map(({ path }) => path.split('/').at(-1))).toEqual([
      'cbc:Colour',
      'cbc:Size',
      'cbc:Quantity',
      'cbc:Text',
    ]);
  });

  it('tells the line beyond 65,535', () => {
    const late = change(order, '<cac:OrderLine>', `${'\n'.repeat(70_000)}<cac:OrderLine>`).replace(
      '>25<',
      '>2,5<',
    );
    expect(errors(late)[0]?.line).toBeGreaterThan(70_000);
  });

  it('throws for a document that is not well-formed, with the place', () => {
    expect(() => errors('<a>\n<b></a>')).toThrow(NotWellFormed);
  });

  it('takes a text of more than ten million characters', () => {
    const file = Buffer.alloc(12_000_000, 'A').toString();
    expect(errors(change(order, 'SGVsbG8=', file))).toEqual([]);
  });

  it('reads UTF-8 whatever the declaration says', () => {
    expect(errors(change(order, 'encoding="UTF-8"', 'encoding="UTF-16"').replace('gate 4', 'gåte'))).toEqual(
      [],
    );
  });
});

it('serves nothing but the schemas that are being compiled', () => {
  const asked: string[] = [];
  const serve = (location: string) => {
    asked.push(location);
    return location === 'a.xsd'
      ? `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"><s:include schemaLocation="file:///etc/passwd"/>
         <s:element name="a"/></s:schema>`
      : undefined;
  };
  expect(() => compileXsd('a.xsd', serve)).toThrow('a.xsd cannot be compiled');
  expect(asked).toContain('file:///etc/passwd');
});
