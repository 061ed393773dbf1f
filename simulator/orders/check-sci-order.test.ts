import { afterAll, expect, it } from 'vitest';
import { loadSchemas } from '../../src/scsn/load-schemas.ts';
import { Exchange } from '../testkit/http.ts';
import { buildOrderCheck } from './check-sci-order.ts';

const schemas = loadSchemas();
afterAll(() => schemas.dispose());

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
const party = (name: string) =>
  `<a:${name}><a:Party><a:PartyIdentification><c:ID>${name}</c:ID></a:PartyIdentification></a:Party></a:${name}>`;
const order = (lineId: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="${ubl}:Order-2" xmlns:a="${ubl}:CommonAggregateComponents-2" xmlns:c="${ubl}:CommonBasicComponents-2">
<c:ID>PO-1</c:ID><c:IssueDate>2030-01-01</c:IssueDate>
${party('BuyerCustomerParty')}${party('SellerSupplierParty')}
<a:OrderLine><a:LineItem>${lineId}<c:Quantity unitCode="PCE">5</c:Quantity>
<a:Delivery><c:Quantity unitCode="PCE">5</c:Quantity>
<a:RequestedDeliveryPeriod><c:EndDate>2030-02-01</c:EndDate></a:RequestedDeliveryPeriod></a:Delivery>
<a:Item><c:Name>Bolt</c:Name></a:Item></a:LineItem></a:OrderLine></Order>`;

it('takes what the schemas take, and refuses what they refuse with its line', async () => {
  const exchange = await Exchange.start({ checkOrder: buildOrderCheck(schemas) });
  const headers = await exchange.bearer();
  const put = (body: string) =>
    exchange.ask('PUT /sci-connector/order', { headers, body, type: 'application/xml' });
  expect(await put(order('<c:ID>1</c:ID>'))).toMatchObject({ status: 200 });
  const refused = await put(order(''));
  expect(refused.status).toBe(400);
  expect(String(refused.json.details)).toMatch(/line \d+: .*ID/);
  expect(exchange.simulator.ledger()).toHaveLength(1);
  await exchange.simulator.close();
});
