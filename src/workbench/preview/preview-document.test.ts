import { expect, it } from 'vitest';
import { context, formats, head, mapping } from '../../mapping/testkit/kit.ts';
import { fixture } from '../../scsn/testkit/documents.ts';
import { filterProvenance } from './filter-provenance.ts';
import { type PreviewRequest, previewFile } from './preview-document.ts';

const copy = mapping('target: { $copy: /Order, cbc:Note: [ cbc:Note ] }', 'from: scsn/Order\nto: scsn/Order');
const toExchange = mapping(`target:
  order:
    ${head}
    notes: [ cbc:Note ]
    description: $channel/companyId`);
const stopping = mapping(`stop:
  - { when: 'true()', as: parked, code: not-this-one, say: A person decides., advice: Decide. }
target: { order: { ${head.replace('\n   ', ',')} } }`);

const text = fixture('scsn/Order');
const lineOf = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

function preview(...[first, ...more]: readonly (typeof copy)[]) {
  if (first === undefined) throw new Error('Name a mapping.');
  const request: PreviewRequest = {
    mappings: [first, ...more],
    source: { path: 'order.xml', bytes: Buffer.from(text) },
    ...{ context, language: 'en', withProvenance: true },
  };
  const [one, ...others] = previewFile(request, formats);
  if (one === undefined || others.length > 0) throw new Error('There is not one document.');
  return one;
}

it('is plain data that goes between threads, with result, findings, losses and provenance through all mappings', () => {
  const shown = preview(copy, toExchange);
  expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  expect(shown.steps).toEqual([
    { mapping: 'm', findings: [], targetFindings: [] },
    { mapping: 'm', findings: [], targetFindings: [] },
  ]);
  expect(JSON.parse(shown.result.text)).toMatchObject({ order: { notes: ['Deliver at gate 4'] } });
  expect(shown.result).not.toHaveProperty('end');
  expect(shown.lost).toContainEqual(
    expect.objectContaining({
      fate: 'unread',
      line: lineOf('<cbc:IssueDate>'),
      path: '/Order/cbc:IssueDate',
    }),
  );
});

it('leads a value back to its place in the file, and filters by either end', () => {
  const { provenance = [] } = preview(copy, toExchange);
  const line = lineOf('<cbc:Note>');
  const note = { target: 'order/notes', sources: [{ path: '/Order/cbc:Note', line }] };
  expect(filterProvenance(provenance, 'order/notes')).toMatchObject([note]);
  expect(filterProvenance(provenance, `${line}`)).toMatchObject([note]);
  expect(filterProvenance(provenance, '/Order/cbc:Note')).toMatchObject([note]);
  expect(filterProvenance(provenance, 'order/nothing')).toEqual([]);
});

it('says of a value of a variable that it has no line', () => {
  const { provenance = [] } = preview(toExchange);
  const [found] = filterProvenance(provenance, 'order/description');
  expect(found?.sources).toMatchObject([{ path: '$channel/companyId', ofVariable: true }]);
  expect(filterProvenance(provenance, `${found?.sources[0]?.line}`)).not.toContain(found);
});

it('shows how far a mapping came that stops, and loses nothing that it did not come to', () => {
  const { result, lost, steps } = preview(stopping);
  expect(result).toMatchObject({ end: 'parked', text: expect.stringContaining('"purchaseOrderNumber"') });
  expect(steps).toMatchObject([{ findings: [{ code: 'not-this-one' }] }]);
  expect(lost).toBeUndefined();
});

it('throws for a file that the mapping does not read', () => {
  const response = { path: 'response.xml', bytes: Buffer.from(fixture('scsn/OrderResponse')) };
  const request = {
    mappings: [toExchange],
    source: response,
    context,
    language: 'en',
    withProvenance: false,
  } as const;
  expect(() => previewFile(request, formats)).toThrow(
    'response.xml is scsn/OrderResponse; m reads scsn/Order.',
  );
});

it('parks a document with open parts, as the gateway and fixtures do', () => {
  const open = `<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
<ext:UBLExtension><ext:ExtensionContent><own:Document xmlns:own="urn:scsn-gateway:document"><own:open>values</own:open></own:Document></ext:ExtensionContent></ext:UBLExtension>
</ext:UBLExtensions>`;
  const [shown] = previewFile(
    {
      mappings: [toExchange],
      source: { path: 'order.xml', bytes: Buffer.from(text.replace(/(<Order [^>]*>)/, `$1${open}`)) },
      ...{ context, language: 'en', withProvenance: false },
    },
    formats,
  );
  expect(shown?.result).toMatchObject({ end: 'parked', text: expect.stringContaining('"notes"') });
  expect(shown?.steps).toMatchObject([{ findings: [{ code: 'document-left-open' }] }]);
});
