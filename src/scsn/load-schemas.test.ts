import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFacts } from '../../schemas/facts.ts';
import { generate } from '../../schemas/generate.ts';
import { hasLinks } from '../../test/kit/machine.ts';
import { checkXml } from './check-xml.ts';
import { deliveredXsds, loadSchemas } from './load-schemas.ts';
import { deliveredRules } from './rules/load-rules.ts';
import { fixture } from './testkit/documents.ts';

const facts = readFileSync(new URL('../../schemas/ubl.facts', import.meta.url), 'utf8');

describe('the delivered XSDs', () => {
  it('are what the generator makes of the facts', () => {
    for (const [name, xsd] of generate(readFacts(facts))) {
      expect(readFileSync(join(deliveredXsds, name), 'utf8'), name).toBe(xsd);
    }
  });

  it('accept a document of each type', () => {
    const schemas = loadSchemas();
    for (const document of [
      'scsn/Order',
      'scsn/OrderResponse',
      'scsn/DespatchAdvice',
      'scsn/OrderStatus',
    ] as const) {
      const bytes = new TextEncoder().encode(fixture(document));
      expect(checkXml(bytes, schemas, { document, severities: {} }).findings, document).toEqual([]);
    }
    schemas.dispose();
  });

  it('tell a line that is no fact', () => {
    expect(() => readFacts('\nagregate PartyType\n  Party')).toThrow('line 2');
  });
});

describe('a folder of XSDs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'xsds-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const load = () => loadSchemas({ xsds: folder, rules: deliveredRules });
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  const valid = (document: 'scsn/Order' | 'scsn/OrderStatus') => {
    const schemas = load();
    const bytes = new TextEncoder().encode(fixture(document));
    const { findings } = checkXml(bytes, schemas, { document, severities: {} });
    schemas.dispose();
    return findings;
  };

  it('may be saved in UTF-16 or as windows-1252', () => {
    cpSync(deliveredXsds, folder, { recursive: true });
    const declared = (name: string, text: string) =>
      text.replace(/^<\?xml[^>]*\?>/, `<?xml version="1.0" encoding="${name}"?><!-- größer -->`);
    const [one = '', ...others] = readdirSync(folder).sort();
    writeFileSync(
      join(folder, one),
      Buffer.from(declared('ISO-8859-1', readFileSync(join(folder, one), 'utf8')), 'latin1'),
    );
    for (const name of others)
      writeFileSync(
        join(folder, name),
        Buffer.from(`\ufeff${declared('UTF-16', readFileSync(join(folder, name), 'utf8'))}`, 'utf16le'),
      );
    expect(valid('scsn/Order')).toEqual([]);
  });

  it('may have sub-folders, and imports by an address on the network resolve inside it', () => {
    mkdirSync(join(folder, 'common'));
    mkdirSync(join(folder, 'maindoc'));
    for (const name of ['aggregates', 'basics', 'types', 'extensions']) {
      cpSync(join(deliveredXsds, `${name}.xsd`), join(folder, 'common', `${name}.xsd`));
    }
    cpSync(join(deliveredXsds, 'Order.xsd'), join(folder, 'maindoc', 'Order.xsd'));
    cpSync(join(deliveredXsds, 'OrderStatus.xsd'), join(folder, 'maindoc', 'OrderStatus.xsd'));
    edit('maindoc/Order.xsd', (text) => text.replaceAll('schemaLocation="', 'schemaLocation="../common/'));
    edit('maindoc/OrderStatus.xsd', (text) =>
      text.replaceAll('schemaLocation="', 'schemaLocation="http://docs.example/xsd/common/'),
    );
    expect(valid('scsn/Order')).toEqual([]);
    expect(valid('scsn/OrderStatus')).toEqual([]);
  });

  it.skipIf(!hasLinks)(
    'may hold links inside of it, and hidden folders are not read: as the gateway takes it up',
    () => {
      cpSync(deliveredXsds, join(folder, '..2026', 'xsds'), { recursive: true });
      symlinkSync('..2026/xsds', join(folder, 'xsds'));
      mkdirSync(join(folder, '.before'));
      writeFileSync(join(folder, '.before', 'Order.xsd'), 'no XSD');
      expect(valid('scsn/Order')).toEqual([]);
    },
  );

  it('is refused when an import is not there', () => {
    cpSync(deliveredXsds, folder, { recursive: true });
    rmSync(join(folder, 'basics.xsd'));
    expect(load).toThrow(/imports basics\.xsd, which is not there/);
  });

  it('is refused when it holds no SCSN document, and says which folder', () => {
    cpSync(join(deliveredXsds, 'types.xsd'), join(folder, 'types.xsd'));
    expect(load).toThrow(`${folder} holds no XSD of an SCSN document`);
  });

  it('is refused when a file is not well-formed, and says which', () => {
    cpSync(deliveredXsds, folder, { recursive: true });
    edit('basics.xsd', (text) => text.slice(0, 500));
    expect(load).toThrow(/basics\.xsd is not well-formed/);
  });

  it('tells what libxml2 has against an XSD', () => {
    cpSync(deliveredXsds, folder, { recursive: true });
    edit('types.xsd', (text) => text.replace('base="xsd:decimal"', 'base="xsd:decimaal"'));
    expect(() => load().validator('scsn/Order')).toThrow(/Order\.xsd cannot be compiled: .*decimaal/);
  });

  it('has another hash after an edit, of a rule too', () => {
    cpSync(deliveredXsds, folder, { recursive: true });
    const before = load().hash;
    expect(load().hash).toBe(before);
    edit('types.xsd', (text) => `${text}<!-- edited -->`);
    expect(load().hash).not.toBe(before);
  });

  it('says when it has no XSD for a document type', () => {
    cpSync(deliveredXsds, folder, { recursive: true });
    rmSync(join(folder, 'OrderStatus.xsd'));
    expect(() => load().validator('scsn/OrderStatus')).toThrow('holds no XSD for scsn/OrderStatus');
  });
});
