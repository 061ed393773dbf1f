import { afterAll, expect, it } from 'vitest';
import { context, mapping } from '../../mapping/testkit/kit.ts';
import { fixture } from '../../scsn/testkit/documents.ts';
import { loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import { asJson, buildOrderChannel } from '../testkit/channels.ts';
import { runMappingChain } from './run-chain.ts';

const runtimes = loadChannelRuntimes(undefined);
afterAll(() => runtimes.dispose());

const channel = buildOrderChannel({ to: asJson.to });

/** All notes of an order, each on a line of its own. */
const copy = mapping('target: { $copy: /Order, cbc:Note: [ cbc:Note ] }', 'from: scsn/Order\nto: scsn/Order');

/** Wants a number of the second note. */
const number = mapping(
  'target: { $copy: /Order, cbc:AccountingCost: { $from: "cbc:Note[2]", $as: decimal } }',
  'from: scsn/Order\nto: scsn/Order',
);

it('what is said of the second of several values has the line of the second in the document that was received', () => {
  const tools = runtimes.forSchemas(undefined);
  const notes = '<cbc:Note>12</cbc:Note>\n<cbc:Note>twelve</cbc:Note>';
  const bytes = Buffer.from(fixture('scsn/Order').replace(/<cbc:Note[^>]*>[^<]*<\/cbc:Note>/, notes));
  const { tree } = tools.format('scsn/Order').read({ bytes });
  if (tree === undefined) throw new Error('The order cannot be read.');
  const end = runMappingChain({ tools, channel, context }, { tree, bytes, steps: [], findings: [] }, [
    copy,
    number,
  ]);
  const line = bytes.toString().slice(0, bytes.indexOf('<cbc:Note>twelve')).split('\n').length;
  expect(end).toMatchObject({ prepared: { findings: [{ line, path: '/Order/cbc:Note[2]' }] } });
});
