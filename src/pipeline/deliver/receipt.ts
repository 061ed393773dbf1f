import type { Receipt } from '../../folders/folder-types.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Attempt, Message } from '../../journal/model/message.ts';
import { escapeControlsInJson } from '../../text/visible.ts';
import { mapInSlices } from '../../time/map-in-slices.ts';
import type { InboundChannel } from '../channel/channel.ts';

/** For `receipts: true`: what lies beside an archived file, for programs of the ERP. Undefined when nothing of it was sent. */
export async function buildReceipt(
  journal: Pick<JournalReader, 'attempts' | 'documents'>,
  { settings }: InboundChannel,
  message: Message,
): Promise<Receipt | undefined> {
  if (!settings.receipts) return undefined;
  const { id, name, channel, receivedAt } = message;
  const documents = message.outcome === 'split' ? await journal.documents(id) : [message];
  const delivered = documents.filter(({ outcome }) => outcome === 'delivered');
  if (delivered.length === 0) return undefined;
  const sent = await mapInSlices(delivered, async (one) => buildSent(one, await journal.attempts(one.id)));
  const receipt = { file: name, channel, message: id, receivedAt, to: settings.to.exchange, sent };
  return { sent: `${escapeControlsInJson(JSON.stringify(receipt, undefined, 2))}\n` };
}

function buildSent(message: Message, attempts: readonly Attempt[]) {
  const { id, purchaseOrderNumber, mapping, possiblyTwice, findings } = message;
  const last = attempts.findLast(({ what, ended }) => what === 'deliver' && ended !== undefined);
  return {
    message: id,
    order: purchaseOrderNumber,
    at: last?.ended,
    status: last?.status,
    ...(mapping === undefined ? {} : { mapping }),
    possiblyTwice,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
  };
}
