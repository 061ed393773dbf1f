import type { JournalReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { StepTasks } from '../../pipeline/step-tasks.ts';
import { sha256 } from '../../text/sha256.ts';
import {
  type CorrectionCheck,
  type CorrectionChecker,
  type CorrectionOptions,
  checkCorrection,
  unfitResult,
} from './check-correction.ts';

interface PreviewSite extends CorrectionChecker {
  readonly journal: Pick<JournalReader, 'orderState' | 'body' | 'part' | 'parts'>;
  readonly now: Date;
}

interface CorrectionPreview extends CorrectionCheck {
  /** What would be sent; absent also where that cannot be told. */
  readonly bytes?: Uint8Array;
}

/** Bytes of a document that is prepared too: of a larger one the check alone keeps whoever types waiting. */
const most = 1_000_000;

/** What the check says of a corrected document, and the mapping on its order as it stands now: that, too, may park or refuse it. */
export async function previewCorrection(
  { journal, now, ...checker }: PreviewSite,
  message: Message,
  bytes: Uint8Array,
  options: CorrectionOptions,
): Promise<CorrectionPreview> {
  const { id, arrival } = message;
  const tasks = new StepTasks({ journal, channels: checker.channels });
  const look = async (address: string | undefined): Promise<CorrectionCheck> => {
    const state = address === undefined ? undefined : await journal.orderState(address);
    const order = { bodies: await tasks.readBodies(state), ...(state === undefined ? {} : { state }) };
    const ahead = { id, arrival, hash: sha256(bytes), now: now.toISOString(), ...order };
    return await checkCorrection(checker, message, bytes, { ...options, ahead });
  };
  if (bytes.length > most) return await checkCorrection(checker, message, bytes, options);
  const looked = await look(message.address);
  // whose order a refused document is was not known
  const { prepared, ...check } =
    looked.prepared && looked.address !== message.address ? await look(looked.address) : looked;
  if (prepared?.kind !== 'deliver' && prepared?.kind !== 'park' && prepared?.kind !== 'settle') return check;
  const findings = [...check.findings, ...prepared.findings];
  if (prepared.kind === 'deliver') return { ...check, findings, bytes: prepared.bytes };
  const isRefused = prepared.kind === 'settle' && prepared.outcome === 'rejected';
  return { ...check, findings, ...(isRefused ? { refusal: unfitResult(id, prepared.reason) } : {}) };
}
