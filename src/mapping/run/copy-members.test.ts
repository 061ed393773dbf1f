import { describe, expect, it } from 'vitest';
import { writeXml } from '../../scsn/xml/write-xml.ts';
import { renderCanonicalLines } from '../compare/canonical-lines.ts';
import { explainRun } from '../explain/explain-run.ts';
import { buildLossReport } from '../explain/leaf-fates.ts';
import { context, load, mapping, order, schemas } from '../testkit/kit.ts';

const header = 'from: scsn/Order\nto: scsn/Order';
const document =
  order(`<cbc:ID> 4711 </cbc:ID><cbc:IssueDate>2026-01-01</cbc:IssueDate><cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>
<cac:OrderLine><cac:LineItem><cbc:ID schemeID="x">0010</cbc:ID><cbc:LineStatusCode>canceled</cbc:LineStatusCode>
<cbc:Quantity unitCode="PCE">4.50</cbc:Quantity></cac:LineItem></cac:OrderLine>
<cac:OrderLine><cac:LineItem><cbc:ID>0020</cbc:ID></cac:LineItem></cac:OrderLine>`);

const copying = `target:
  $copy: .
  cbc:IssueDate: { $from: cbc:IssueDate, $volatile: true }
  cbc:CustomerReference: cbc:ID
  cac:OrderLine:
    $each: cac:OrderLine
    $key: cac:LineItem/cbc:ID
    $copy: .
    cac:LineItem:
      $in: cac:LineItem
      $copy: .
      cbc:ID: cbc:ID
      cbc:LineStatusCode: cbc:LineStatusCode[. != 'canceled']
      cbc:Note: [ { $text: put right } ]`;

function written(body: string): readonly string[] {
  const { target } = mapping(body, header).run(document, context);
  if (target === undefined) throw new Error('no target');
  const { bytes } = writeXml('scsn/Order', target, schemas.model);
  return renderCanonicalLines(new TextDecoder().decode(bytes), 'made.xml').map((line) => line.trim());
}

describe('$copy', () => {
  it('takes over a whole document; members of the rule take the place of what is copied', () => {
    expect(written(copying)).toEqual([
      'Order',
      'cbc:ID: "4711"',
      'cbc:IssueDate: "2026-01-01"',
      'cbc:Note: "a"',
      'cbc:Note: "b"',
      'cbc:CustomerReference: "4711"',
      'cac:OrderLine',
      'cac:LineItem',
      'cbc:ID: "0010"',
      'cbc:Note: "put right"',
      'cbc:Quantity unitCode="PCE": "4.50"',
      'cac:OrderLine',
      'cac:LineItem',
      'cbc:ID: "0020"',
      'cbc:Note: "put right"',
    ]);
  });

  it('copies all of it when nothing else is said', () => {
    expect(written('target: { $copy: . }')).toContain('cbc:ID schemeID="x": "0010"');
  });

  it('is traced, and what is copied is not lost', () => {
    const of = mapping(copying, header);
    const { origins } = explainRun(of, document, context);
    expect(origins.find(({ target }) => target === 'cbc:Note[2]')).toMatchObject({
      value: 'b',
      rule: { text: '$copy: .' },
      sources: [{ path: '/Order/cbc:Note[2]' }],
    });
    const lost = buildLossReport(of, document, context)?.map(({ path }) => path);
    expect(lost).toEqual([
      expect.stringContaining('cbc:ID/@schemeID'),
      expect.stringContaining('cbc:LineStatusCode'),
    ]);
  });

  it('keeps an empty aggregate, which says something by being there, and no empty value', () => {
    const scheme = order(`<cbc:ID>1</cbc:ID><cbc:IssueDate>2026-01-01</cbc:IssueDate><cbc:Note> </cbc:Note>
<cac:BuyerCustomerParty><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>NL1</cbc:CompanyID><cac:TaxScheme/></cac:PartyTaxScheme></cac:Party></cac:BuyerCustomerParty>`);
    const { target } = mapping('target: { $copy: . }', header).run(scheme, context);
    if (target === undefined) throw new Error('no target');
    const text = new TextDecoder().decode(writeXml('scsn/Order', target, schemas.model).bytes);
    expect(text).toContain('<cac:TaxScheme/>');
    expect(text).not.toContain('cbc:Note');
  });

  it('leaves to a rule what stands in a namespace of its own, too', () => {
    const own =
      order(`<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtension>
<ext:ExtensionContent><m:Extra xmlns:m="urn:example:erp"><m:A>1</m:A><m:B>2</m:B></m:Extra></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions><cbc:ID>1</cbc:ID>`);
    const content = 'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/my:Extra';
    const rules = `target: { $copy: ., "ext:UBLExtensions": { "ext:UBLExtension": { "ext:ExtensionContent": { "my:Extra": { $copy: "${content}", "my:A": "'9'" } } } } }`;
    const { target } = mapping(rules, `${header}\nnamespaces: { my: "urn:example:erp" }`).run(own, context);
    if (target === undefined) throw new Error('no target');
    const text = new TextDecoder().decode(writeXml('scsn/Order', target, schemas.model).bytes);
    expect(text.match(/<\w+:[AB]>\d/g)).toEqual(['<my:B>2', '<my:A>9']);
  });

  it('is refused where the target is no SCSN document', () => {
    expect(load('target: { order: { $copy: . } }').findings.map(({ message }) => message)).toContain(
      '$copy stands only in a mapping from SCSN to SCSN.',
    );
  });
});
