import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { Site } from './kit/site.ts';

/** An ERP's own field in `ext:ExtensionContent`: into the exchange's JSON, and out of it into the file for another ERP. */

let site: Site;
afterEach(() => site?.close());

const content = 'ext:UBLExtensions/ext:UBLExtension[1]/ext:ExtensionContent';
const inbound = `mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange
namespaces: { my: "urn:example:erp" }
target: { order: { description: "${content}/my:Extra/my:CostCentre" } }
`;
const outbound = `mapping: order-to-order
extends: scsn-gateway/order-to-order
namespaces: { my: "urn:example:erp" }
target:
  ext:UBLExtensions:
    ext:UBLExtension: { ext:ExtensionContent: { my:Extra: { my:CostCentre: buyerOrder/description } } }
`;
const extension = `<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtension>
<ext:ExtensionContent><e:Extra xmlns:e="urn:example:erp"><e:CostCentre>K-9</e:CostCentre></e:Extra></ext:ExtensionContent>
</ext:UBLExtension></ext:UBLExtensions>`;

it('goes both ways with mappings that declare its namespace', async () => {
  site = await Site.open({
    config(config, folder) {
      Object.assign(config, { mappings: 'mappings' });
      mkdirSync(`${folder}/mappings`);
      writeFileSync(`${folder}/mappings/order-to-exchange.yaml`, inbound);
      writeFileSync(`${folder}/mappings/order-to-order.yaml`, outbound);
    },
  });
  await site.start();
  const order = orderXml({ number: 'PO-1' }).toString();
  site.drop(
    'erp/out/orders-json',
    'a.xml',
    order.replace(/<Order [^>]*>/, (root) => root + extension),
  );
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
  expect(JSON.parse(site.simulator.ledger()[0]?.bytes ?? '')).toMatchObject({
    order: { description: 'K-9' },
  });
  const [name = ''] = await site.published('erp/in/orders', 1);
  const xml = site.read('erp/in/orders', name);
  expect(xml).toMatch(/^<Order [^>]* xmlns:my="urn:example:erp">/m);
  expect(xml).toMatch(/<my:Extra>\s*<my:CostCentre>K-9<\/my:CostCentre>\s*<\/my:Extra>/);
});
