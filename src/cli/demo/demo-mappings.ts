import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  mappingSchemaComment,
  mappingSchemaFile,
  renderMappingSchema,
} from '../../workbench/overlay/mapping-schema.ts';
import { renderGatewayCall } from '../kit/command-kit.ts';
import { samplePath } from './demo-scenario.ts';

/** What `demo --keep` leaves to play with: a mapping of one's own, and an order that it makes something of. */

const layer = `${mappingSchemaComment}
# Your own rules over the delivered mapping: what is not said here stays as it is. Take the # away from the last three lines.
mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange

#target:
#  order:
#    description: "concat('My own words for ', cbc:ID)"
`;

/** Below the demo's folder; overwrites nothing, since the folder is new. */
export function writeOwnMappings(folder: string): void {
  const mappings = join(folder, 'mappings');
  mkdirSync(mappings);
  writeFileSync(join(mappings, mappingSchemaFile), renderMappingSchema());
  writeFileSync(join(mappings, 'order-to-exchange.yaml'), layer);
  const order = readFileSync(samplePath('good/order-minimal.xml'), 'utf8');
  writeFileSync(join(folder, 'my-order.xml'), order.replace(/<cbc:ID>[^<]*/, '<cbc:ID>MY-1'));
}

/** `inbox`: the folder of the channel that uses the mapping. */
export function renderEditingHints(folder: string, inbox: string): string {
  const gateway = renderGatewayCall();
  const mappings = join(folder, 'mappings');
  const order = join(folder, 'my-order.xml');
  return `
Change what a mapping makes:
  1. Edit ${join(mappings, 'order-to-exchange.yaml')}
  2. See what it does to an order, before anything is sent; --watch shows it again on every save:
     ${gateway} map try order-to-exchange ${order} -m ${mappings} --explain order/description
  3. Save. The gateway takes it up within seconds, or says in gateway.log what is wrong with which line.
  4. Copy ${order} into ${inbox}; next time with another number,
     since what was delivered is not sent twice. What was sent:
     ${gateway} journal list --config ${join(folder, 'gateway.yaml')}
     ${gateway} journal show ID --body prepared --config ${join(folder, 'gateway.yaml')}`;
}
