import { describe, expect, it } from 'vitest';
import { checkXml } from '../../scsn/check-xml.ts';
import { writeXml } from '../../scsn/xml/write-xml.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { explainRun } from '../explain/explain-run.ts';
import { buildLossReport } from '../explain/leaf-fates.ts';
import type { FileMapping } from '../file-mapping.ts';
import { context, head, json, load, made, mapping, order, schemas } from '../testkit/kit.ts';

const ext = 'xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"';
/** As an ERP writes it; its prefix is another than the mapping's. */
const extended = order(`<ext:UBLExtensions ${ext}><ext:UBLExtension><ext:ExtensionContent>
<e:Extra xmlns:e="urn:erp:order"><e:CostCentre unit="x">K-9</e:CostCentre><e:Slot>1</e:Slot><e:Slot>2</e:Slot></e:Extra>
</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions><cbc:ID>4711</cbc:ID>`);

const own = 'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/my:Extra';
const reading = `namespaces: { my: "urn:erp:order" }
target:
  order:
    ${head}
    description: ${own}/my:CostCentre
    notes: [ ${own}/my:Slot ]`;

/** An order of the exchange becomes an SCSN order with an extension. */
const back = 'from: exchange/order\nto: scsn/Order';
const writing = (content: string, more = 'namespaces: { my: "urn:erp:order" }') => `${more}
target:
  ext:UBLExtensions:
    ext:UBLExtension:
      - ext:ExtensionContent: ${content}
  cbc:ID: buyerOrder/purchaseOrderNumber
  cbc:IssueDate: { $text: 2026-03-02 }
  cac:BuyerCustomerParty: { $keepEmpty: true }
  cac:SellerSupplierParty: { $keepEmpty: true }
  cac:OrderLine: { cac:LineItem: { cbc:ID: { $text: 1 }, cac:Item: { $keepEmpty: true } } }`;
const extra = `
          my:Extra:
            my:CostCentre: { $from: buyerOrder/description, $attributes: { unit: "'x'" } }
            my:Slot: { $each: buyerOrder/notes, $from: . }`;
const received = json(
  '{ "orderEvent": { "buyerOrder": { "purchaseOrderNumber": "4711", "description": "K-9", "notes": ["1", "2"] } } }',
);

function xmlOf(of: FileMapping, source = received): string {
  const { target } = of.run(source, context);
  if (target === undefined) throw new Error('no target');
  const { bytes, findings } = writeXml('scsn/Order', target, schemas.model);
  expect(findings).toEqual([]);
  const checked = checkXml(bytes, schemas, { document: 'scsn/Order', severities: {}, rules: false });
  expect(checked.findings).toEqual([]);
  return new TextDecoder().decode(bytes);
}

describe('own namespaces', () => {
  it('are read from an extension, whatever prefix the document has; what is not read is lost', () => {
    const of = mapping(reading);
    expect(JSON.parse(made(of, extended))).toEqual({
      order: {
        supplierAccountNumber: 'S',
        purchaseOrderNumber: '4711',
        description: 'K-9',
        notes: ['1', '2'],
      },
    });
    expect(buildLossReport(of, extended, context)?.map(({ text }) => text)).toEqual(['x']);
    const { origins } = explainRun(of, extended, context);
    expect(origins.find(({ target }) => target === 'order/description')?.sources[0]?.path).toMatch(
      /e:Extra\/e:CostCentre$/,
    );
  });

  it('are written into an extension that is valid, declared on the root', () => {
    const xml = xmlOf(mapping(writing(extra), back));
    expect(xml).toContain(' xmlns:my="urn:erp:order"');
    expect(xml).toContain(`        <my:Extra>
          <my:CostCentre unit="x">K-9</my:CostCentre>
          <my:Slot>1</my:Slot>
          <my:Slot>2</my:Slot>
        </my:Extra>`);
  });

  it('come back as they went', () => {
    const { tree } = parseXmlTree(xmlOf(mapping(writing(extra), back)));
    if (tree === undefined) throw new Error('not read');
    expect(made(mapping(reading), tree)).toBe(made(mapping(reading), extended));
  });

  it('are copied with what they stand in, under a prefix that was made', () => {
    const copy = `target:
  $copy: .
  cbc:IssueDate: { $text: 2026-03-02 }
  cac:BuyerCustomerParty: { $keepEmpty: true }
  cac:SellerSupplierParty: { $keepEmpty: true }
  cac:OrderLine: { cac:LineItem: { cbc:ID: { $text: 1 }, cac:Item: { $keepEmpty: true } } }`;
    const xml = xmlOf(mapping(copy, 'from: scsn/Order\nto: scsn/Order'), extended);
    expect(xml).toContain('<ns1:CostCentre unit="x">K-9</ns1:CostCentre>');
    expect(xml).toContain('xmlns:ns1="urn:erp:order"');
  });
});

const told = (body: string, header?: string) =>
  load(body, header).findings.map(({ line, message, advice }) => `${line}: ${message} ${advice}`);

describe('what is said of namespaces before anything runs', () => {
  it.each([
    ['{ Extra: { my:A: orderId } }', /Extra stands in no namespace\. .*my:Extra/],
    ['{ your:Extra: orderId }', /The prefix your: is not declared\. .*your: "urn:…"/],
    ['{ my:A: orderId, my:B: orderId }', /holds exactly one element of your own\. Put/],
    ['{ ext:Extra: orderId }', /holds exactly one element of your own/],
    ['orderId', /holds exactly one element of your own/],
  ])('%s', (content, what) => {
    expect(told(writing(content), back)).toEqual([expect.stringMatching(what)]);
  });

  it.each([
    ['"a:b"', '"urn:x"', /"a:b" is no prefix/],
    ['cbc', '"urn:x"', /The prefix cbc has a meaning already/],
    ['my', '', /The prefix my has no namespace\. Copy it from xmlns/],
  ])('a declaration of %s as %s', (prefix, namespace, what) => {
    const body = `namespaces: { ${prefix}: ${namespace} }\ntarget:\n  order:\n    ${head}`;
    expect(told(body)).toEqual([expect.stringMatching(what)]);
  });

  it("lets a name of one's own stand at any depth where something is open, and no other", () => {
    const anywhere = (path: string) =>
      told(`namespaces: { my: "urn:x" }\ntarget:\n  order:\n    ${head}\n    description: ${path}[1]`);
    expect(anywhere('//my:CostCentre')).toEqual([]);
    expect(anywhere('//cbc:CostCentre')).toEqual([expect.stringContaining('There is no cbc:CostCentre')]);
  });

  it('names a prefix of a path that nobody declared, at its place', () => {
    const { findings } = load(reading.replace('namespaces: { my:', 'namespaces: { mine:'));
    expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '9: The prefix my: is not declared.',
      '9: There may be several values for one target.',
      '10: The prefix my: is not declared.',
    ]);
    expect(findings[0]?.column).toBe(`    description: ${own}`.length - 'my:Extra'.length + 1);
  });
});
