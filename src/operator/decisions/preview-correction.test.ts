import { afterAll, expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { patience } from '../../../test/kit/machine.ts';
import { asJson, buildOrderChannel } from '../../pipeline/testkit/channels.ts';
import { Workers } from '../../pipeline/workers/workers.ts';
import { addParked, openTestJournal } from '../testkit/journal-with-messages.ts';
import { previewCorrection } from './preview-correction.ts';

vi.setConfig({ testTimeout: 60_000 * patience });

const workers = new Workers();
afterAll(() => workers.close());

const channel = buildOrderChannel(asJson);

/** Of a correction of a message that was parked. */
async function preview(bytes: Uint8Array) {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml', 'PO-1');
  const message = await journal.message(id);
  if (!message) throw new Error('It was not added.');
  const site = { workers, channels: [channel], journal, now: new Date() };
  const options = { asAnotherOrder: true };
  return await previewCorrection(site, message, bytes, options);
}

it('what would be sent is told', async () => {
  const { bytes, findings } = await preview(
    orderXml({ number: 'PO-1', lines: [{ id: '10', price: '9.87' }] }),
  );
  expect(findings).toEqual([]);
  expect(JSON.parse(Buffer.from(bytes ?? []).toString())).toMatchObject({ order: expect.anything() });
  expect(Buffer.from(bytes ?? []).toString()).toContain('9.87');
});

it('what the check takes and the mapping parks is told so, and nothing would be sent', async () => {
  const register = '<cbc:ID schemeID="DUNS">123456789</cbc:ID>';
  const order = orderXml({ number: 'PO-1', supplier: 'X' })
    .toString()
    .replace('<cbc:ID>X</cbc:ID>', register);
  const { bytes, findings, refusal } = await preview(Buffer.from(order));
  expect({ bytes, refusal }).toEqual({});
  expect(findings).toMatchObject([{ code: 'supplier-unknown', severity: 'park' }]);
});

it('what the check refuses is not prepared', async () => {
  expect(await preview(Buffer.from('garbage'))).toMatchObject({ refusal: { code: 'correction-unfit' } });
});
