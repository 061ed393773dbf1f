import { expect, it } from 'vitest';
import { context, formats, head, mapping, order } from '../../mapping/testkit/kit.ts';
import { noMappings, useMappings } from './document-mappings.ts';
import { explainChain } from './explain-chain.ts';

const copy = mapping('target: { $copy: /Order, cbc:Note: [ cbc:Note ] }', 'from: scsn/Order\nto: scsn/Order');
const toExchange = mapping(`target:\n  order:\n    ${head}`);

const whole = order('<cbc:ID>4711</cbc:ID>\n<cbc:Note>one</cbc:Note>\n<cbc:Note>two</cbc:Note>');

const open =
  order(`<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
<ext:UBLExtension><ext:ExtensionContent><own:Document xmlns:own="urn:scsn-gateway:document"><own:open>values</own:open></own:Document></ext:ExtensionContent></ext:UBLExtension>
</ext:UBLExtensions><cbc:ID>4711</cbc:ID>`);

it('finds nothing of a document that its mapping sends', () => {
  const { run } = useMappings([toExchange], 'en', formats);
  expect(run(whole, 'scsn/Order')).toEqual({ findings: [], ignored: false });
});

it('knows nothing of a document that the first mapping does not read', () => {
  expect(useMappings([toExchange], 'en', formats).run(whole, 'scsn/OrderResponse')).toBeUndefined();
  expect(noMappings.run(whole, 'scsn/Order')).toBeUndefined();
});

it('parks a document with open parts, as the gateway does', () => {
  const verdict = useMappings([toExchange], 'en', formats).run(open, 'scsn/Order');
  expect(verdict).toMatchObject({
    findings: [{ code: 'document-left-open', severity: 'park' }],
    ignored: false,
  });
});

it('says the same of a chain as a trial does, with the places of the first document', () => {
  const number = mapping(
    'target: { $copy: /Order, cbc:AccountingCost: { $from: "cbc:Note[2]", $as: decimal } }',
    'from: scsn/Order\nto: scsn/Order',
  );
  const verdict = useMappings([copy, number], 'en', formats).run(whole, 'scsn/Order');
  const runs = explainChain([copy, number], whole, { ...context, language: 'en' }, formats);
  expect(verdict?.findings.at(-1)).toMatchObject({ path: '/Order/cbc:Note[2]', line: 4 });
  expect(verdict?.findings).toEqual(
    runs.flatMap(({ findings, targetFindings }) => [...findings, ...targetFindings]),
  );
});
