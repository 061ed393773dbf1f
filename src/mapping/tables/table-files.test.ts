import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLinks } from '../../../test/kit/machine.ts';
import { diskFiles } from '../../system/file-source.ts';
import type { Language } from '../../types.ts';
import { inspectOwnFolder } from '../compare/check-own-folder.ts';
import type { FileMapping } from '../file-mapping.ts';
import { loadMapping } from '../load-mapping.ts';
import { context, formats, made, order } from '../testkit/kit.ts';

/** Tables of the user's own folder beside, and over, the delivered ones. */

const root = mkdtempSync(join(tmpdir(), 'table-files-'));
const [own, delivered] = [join(root, 'own'), join(root, 'delivered')];
afterAll(() => {
  rmSync(root, { recursive: true });
});

beforeEach(() => {
  for (const folder of [own, delivered]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'tables'), { recursive: true });
  }
  write(
    delivered,
    'm.yaml',
    `mapping: m
from: scsn/Order
to: exchange/order
tables: { unit: tables/units-to-exchange.csv }
target:
  order: { supplierAccountNumber: { $text: S }, purchaseOrderNumber: { $text: N } }
  lines:
    $each: cac:OrderLine/cac:LineItem
    position: cbc:ID
    item: { name: "table('unit', cbc:Quantity/@unitCode)" }
    deliverySchedule: [ { quantity: cbc:Quantity } ]
`,
  );
  write(delivered, 'tables/units-to-exchange.csv', 'erp,exchange\nC62,PCE\nKGM,KG\nMTR,M\n');
  write(delivered, 'tables/units-to-erp.csv', 'exchange,erp\nPCE,C62\n');
});

function write(folder: string, file: string, text: string | Uint8Array): void {
  writeFileSync(join(folder, file), text);
}

function orderIn(code: string) {
  const line = `<cac:OrderLine><cac:LineItem><cbc:ID>1</cbc:ID><cbc:Quantity unitCode="${code}">4</cbc:Quantity></cac:LineItem></cac:OrderLine>`;
  return order(`<cbc:ID>1</cbc:ID>${line}`);
}

function loadOne(folders: readonly string[]): FileMapping {
  const { mapping, findings } = loadMapping('m', folders, formats);
  if (mapping === undefined) throw new Error(JSON.stringify(findings));
  return mapping;
}

function unit(code: string): string {
  const result = made(loadOne([own, delivered]), orderIn(code), context);
  return /"name":"([^"]*)"/.exec(result)?.[1] ?? result;
}

const said = (language?: Language) =>
  loadMapping('m', [own, delivered], formats, { files: diskFiles, language }).findings.map(
    ({ severity, message }) => `${severity} ${message}`,
  );

describe('NAME.add.csv', () => {
  it('lays rows over the delivered table: new ones and others', () => {
    write(own, 'tables/units-to-exchange.add.csv', 'erp;exchange\nSTK;PCE\nKGM;KILO\n');
    expect(['STK', 'KGM', 'C62'].map(unit)).toEqual(['PCE', 'KILO', 'PCE']);
  });

  it('is where a row that is missing belongs, unless the table is one of the own folder', () => {
    const advised = (folders: readonly string[]) =>
      loadOne(folders).run(orderIn('STK'), context).findings[0]?.advice;
    expect(advised([own, delivered])).toContain(join(own, 'tables/units-to-exchange.add.csv'));
    expect(advised([delivered])).toContain(' tables/units-to-exchange.add.csv');
    write(own, 'tables/units-to-exchange.csv', 'erp,exchange\nC62,PCE\n');
    expect(advised([own, delivered])).toContain(join(own, 'tables/units-to-exchange.csv'));
  });

  it('changes what made a result: the hash', () => {
    const hash = () => loadMapping('m', [own, delivered], formats).mapping?.hash;
    const before = hash();
    write(own, 'tables/units-to-exchange.add.csv', 'erp;exchange\nSTK;PCE\n');
    expect(hash()).not.toBe(before);
  });

  it('is told of with its own name and line', () => {
    write(own, 'tables/units-to-exchange.add.csv', 'erp;exchange\nSTK\n');
    expect(loadMapping('m', [own, delivered], formats).findings[0]).toMatchObject({
      file: join(own, 'tables/units-to-exchange.add.csv'),
      line: 2,
    });
  });
});

describe('an own table', () => {
  it('in UTF-16, as a spreadsheet saves Unicode text, is read', () => {
    write(own, 'tables/units-to-exchange.csv', Buffer.from('\ufefferp;exchange\nSTÜ;PCE\n', 'utf16le'));
    expect(unit('STÜ')).toBe('PCE');
  });

  it('without headings is told: its first row is never looked up', () => {
    write(own, 'tables/units-to-exchange.csv', 'STK,PCE\nC62,PCE\n');
    expect(said()).toEqual([
      'warning The first line, "STK", looks like a row; it is read as the headings and never looked up.',
    ]);
  });

  it('with swapped columns is told', () => {
    write(own, 'tables/units-to-exchange.csv', 'exchange,erp\nPCE,C62\nKG,KGM\n');
    expect(said()).toEqual([
      'warning The columns of the table "unit" look swapped: its first column holds values of the delivered one.',
    ]);
    expect(said('nl')).toEqual([
      'warning De kolommen van de tabel "unit" lijken verwisseld: in de eerste kolom staan waarden van de meegeleverde tabel.',
    ]);
  });

  it('that differs from the delivered one as it should is not told of', () => {
    write(own, 'tables/units-to-exchange.csv', 'erp,exchange\nC62,ST\nSTK,ST2\n');
    expect(said()).toEqual([]);
  });
});

describe('files of the own folder', () => {
  const told = (language?: Language) =>
    inspectOwnFolder(own, delivered, language).map(({ message }) => message);

  it('that nobody reads are told', () => {
    write(own, 'order.yml', '');
    write(own, 'tables/unit.csv', 'a,b\n');
    expect(told()).toEqual([
      'order.yml is not read: mappings end in .yaml.',
      'No mapping names the table tables/unit.csv.',
    ]);
    expect(told('nl')).toEqual([
      'order.yml wordt niet gelezen: de naam van een mapping eindigt op .yaml.',
      'Geen mapping noemt de tabel tables/unit.csv.',
    ]);
  });

  it.skipIf(!hasLinks)('links that nobody follows are told', () => {
    write(own, 'order.yaml', '');
    symlinkSync(delivered, join(own, 'formats'));
    const why =
      'leads out of the folder, to nothing, back to a folder that it lies in, or from one linked folder to another';
    expect(told()).toEqual([`formats is a link that is not followed: it ${why}.`]);
  });

  it('one of a pair that is changed alone is told', () => {
    write(own, 'tables/units-to-exchange.add.csv', 'a,b\n');
    expect(told()).toEqual([
      'tables/units-to-exchange.add.csv is yours, tables/units-to-erp.csv is the delivered one.',
      // of the mapping here only one side is used
    ]);
    write(own, 'tables/units-to-erp.csv', 'a,b\n');
    expect(told()).toEqual(['No mapping names the table tables/units-to-erp.csv.']);
  });
});
