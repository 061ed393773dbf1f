import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../system/file-source.ts';
import { explainRun } from '../explain/explain-run.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { LoadedMapping } from '../load-mapping.ts';
import { loadMapping } from '../load-mapping.ts';
import { context, formats, made, order } from '../testkit/kit.ts';

let root = '';
const folders = (): string[] => [join(root, 'own'), join(root, 'delivered')];
const used: string[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'extends-'));
  used.push(root);
  write('delivered/base.yaml', base);
  write('delivered/tables/units.csv', 'erp,exchange\nC62,PCE\n');
});
afterAll(() => {
  for (const folder of used) rmSync(folder, { recursive: true });
});

const base = `mapping: base
from: scsn/Order
to: exchange/order
tables: { unit: tables/units.csv }
stop:
  - { when: "cbc:Note = 'a'", as: parked, code: a, say: first }
  - { when: "cbc:Note = 'b'", as: parked, code: b, say: second }
target:
  order:
    supplierAccountNumber: { $text: S }
    purchaseOrderNumber: { $from: cbc:ID, $as: identifier }
    description: cbc:Note[1]
    terms: { paymentTermsCode: "cac:PaymentTerms[1]/cbc:ID", incoterms: { $text: x } }
  lines:
    $each: cac:OrderLine/cac:LineItem
    $key: position
    position: cbc:ID
    item: { purchaseUnitOfMeasureIso: "table('unit', cbc:Quantity/@unitCode)" }
    deliverySchedule: [ { date: { $text: 2026-01-01 }, quantity: cbc:Quantity } ]
`;

function write(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function load(own: string, name = 'mine'): LoadedMapping {
  write(`own/${name}.yaml`, `mapping: ${name}\nextends: scsn-gateway/base\n${own}`);
  return loadMapping(name, folders(), formats);
}

function loaded(own: string, name?: string): FileMapping {
  const { mapping, findings } = load(own, name);
  if (mapping === undefined) throw new Error(JSON.stringify(findings));
  return mapping;
}

const document = order(`<cbc:ID>4711</cbc:ID><cbc:Note>n</cbc:Note>
<cac:OrderLine><cac:LineItem><cbc:ID>1</cbc:ID><cbc:Quantity unitCode="C62">4</cbc:Quantity></cac:LineItem></cac:OrderLine>`);
const result = (mapping: FileMapping) => JSON.parse(made(mapping, document));

describe('extends:', () => {
  it('takes everything over, and single leaves at any depth from the own file', () => {
    expect(result(loaded(''))).toMatchObject({ order: { purchaseOrderNumber: '4711', description: 'n' } });
    const own = `target:
  order: { description: "concat('PO ', cbc:ID)", terms: { incoterms: { $remove: true } } }
  lines: { item: { name: cbc:ID }, notes: [ cbc:ID ] }`;
    expect(result(loaded(own))).toEqual({
      order: { supplierAccountNumber: 'S', purchaseOrderNumber: '4711', description: 'PO 4711' },
      lines: [
        {
          position: '1',
          item: { purchaseUnitOfMeasureIso: 'PCE', name: '1' },
          deliverySchedule: [{ date: '2026-01-01', quantity: 4 }],
          notes: ['1'],
        },
      ],
    });
  });

  it('replaces a rule with $from as a whole: nothing of the old one stays', () => {
    const own = `target: { order: { purchaseOrderNumber: { $from: "concat(cbc:ID, ' x')", $as: text } } }`;
    expect(result(loaded(own)).order.purchaseOrderNumber).toBe('4711 x');
  });

  it('stop: entries take the place of those with their code, or come after them', () => {
    const own = `stop:
  - { when: "cbc:Note = 'n'", as: ignored, code: b, say: mine }
  - { code: a, $remove: true }
  - { when: "true()", as: parked, code: c, say: never }`;
    expect(made(loaded(own), document)).toBe('ignored b');
    expect(made(loaded(own), order('<cbc:ID>1</cbc:ID><cbc:Note>a</cbc:Note>'))).toBe('parked c');
  });

  it('finds the own table first, for the delivered mapping too', () => {
    write('own/tables/units.csv', 'erp;exchange\nC62;ST\n');
    expect(result(loaded('')).lines[0].item.purchaseUnitOfMeasureIso).toBe('ST');
    const delivered = loadMapping('base', folders(), formats).mapping;
    expect(delivered && result(delivered).lines[0].item.purchaseUnitOfMeasureIso).toBe('ST');
  });

  it('may have the name of the delivered one', () => {
    expect(
      result(loaded('target: { order: { description: { $text: own } } }', 'base')).order.description,
    ).toBe('own');
  });

  it('has another hash when the delivered one changes', () => {
    const before = loaded('').hash;
    write('delivered/base.yaml', base.replace('$text: x', '$text: y'));
    expect(loaded('').hash).not.toBe(before);
  });

  it('says of each value in which file its rule stands', () => {
    const { origins } = explainRun(loaded('target: { order: { description: cbc:ID } }'), document, context);
    const file = (target: string) => origins.find((one) => one.target === target)?.rule;
    expect(file('order/description')).toMatchObject({ file: join(root, 'own/mine.yaml'), line: 3 });
    expect(file('order/purchaseOrderNumber')).toMatchObject({
      file: join(root, 'delivered/base.yaml'),
      line: 11,
    });
  });

  it('what is wrong is told with its own file and line', () => {
    const { findings, mapping } = load('target: { order: { descripton: cbc:ID } }');
    expect(mapping).toBeUndefined();
    expect(findings[0]).toMatchObject({ code: 'mapping-target', file: join(root, 'own/mine.yaml'), line: 3 });
    write('delivered/base.yaml', base.replace('cbc:Note[1]', 'cbc:Nte[1]'));
    expect(load('').findings[0]).toMatchObject({ file: join(root, 'delivered/base.yaml'), line: 12 });
  });

  it('an own variable is named where it makes the delivered mapping wrong', () => {
    write(
      'delivered/base.yaml',
      base
        .replace('target:', 'variables: { lines: cac:OrderLine }\ntarget:')
        .replace('cbc:Note[1]', '$lines[1]/cac:LineItem/cbc:ID'),
    );
    expect(load('').findings).toEqual([]);
    const [found] = load('variables: { lines: cac:OrderLine/cac:LineItem }').findings;
    expect(found).toMatchObject({ file: join(root, 'delivered/base.yaml') });
    expect(found?.advice).toMatch(
      /^The delivered mapping is right by itself: look at your own \$lines \(line 3\)\./,
    );
    const [dutch] = loadMapping('mine', folders(), formats, { files: diskFiles, language: 'nl' }).findings;
    expect(dutch?.advice).toMatch(
      /^De meegeleverde mapping klopt op zichzelf: .* eigen \$lines \(regel 3\)\./,
    );
  });

  it.each([
    ['extends: base', 'names no delivered mapping'],
    ['extends: scsn-gateway/nowhere', 'no delivered mapping nowhere'],
  ])('%s is refused', (line, words) => {
    write('own/m.yaml', `mapping: m\n${line}\n`);
    expect(loadMapping('m', folders(), formats).findings[0]?.message).toContain(words);
  });
});
