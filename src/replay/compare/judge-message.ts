import type { StepResult } from '../../journal/model/message.ts';
import type { MessageRecord, NotReplayable } from '../rerun/message-record.ts';
import type { HashedResult } from '../rerun/replay-result.ts';
import type { ResultDifferences } from './result-differences.ts';

/** What comparing one message came to. */
export type CompareVerdict =
  | { readonly kind: 'same' }
  | EndChange<'outcome'>
  | { readonly kind: 'content'; readonly differences: ResultDifferences }
  /** Both stop it, for other reasons. */
  | EndChange<'reason'>
  /** The running version does not give what the journal has. */
  | { readonly kind: 'not reproducible'; readonly why: string }
  /** What the edited version would have made before is not known. */
  | { readonly kind: 'not comparable'; readonly why: string }
  /** The world would have to answer: the exchange refused it, or something would have to be fetched. */
  | { readonly kind: 'cannot be told'; readonly why: string };

/** How the message had ended. `refused`: the other side did not take it; `unsent`: it was never sent. */
type FormerEnd = HashedResult['said'] | 'refused' | 'unsent';

interface EndChange<Kind> {
  readonly kind: Kind;
  readonly was: FormerEnd;
  readonly from: HashedResult;
  readonly to: HashedResult;
}

/** A message that was compared, and what came of it. */
export interface ComparedMessage {
  readonly record: MessageRecord;
  readonly verdict: CompareVerdict;
  /** Was the running version held against the journal? Not where another version had made it. */
  readonly controlled: boolean;
  /** It is parked now, and the edited version would let it go on. */
  readonly freed: boolean;
}

/** One that could not be run at all. */
export interface SkippedMessage {
  readonly id: number;
  readonly why: NotReplayable | string;
}

const stopResults: readonly (StepResult | 'unfetched')[] = ['park', 'wait', 'rejected', 'failed'];

export const isStopped = ({ said }: HashedResult): boolean => stopResults.includes(said);

/** It came to where it goes: whatever else was prepared, nobody has seen. */
const wasSent = ({ message }: MessageRecord): boolean => message.outcome === 'delivered';

export function judgeMessage(
  record: MessageRecord,
  running: HashedResult,
  edited: HashedResult,
  differences: ResultDifferences,
): CompareVerdict {
  if (running.said === 'unfetched' || edited.said === 'unfetched')
    return edited.said === running.said
      ? { kind: 'same' }
      : { kind: 'cannot be told', why: 'the edited version would fetch what nobody fetched then' };
  if (running.said !== edited.said)
    return { kind: 'outcome', was: resolveFormerEnd(record, running), from: running, to: edited };
  if (running.said === 'deliver') {
    if (running.hash === edited.hash) return { kind: 'same' };
    return wasSent(record)
      ? { kind: 'content', differences }
      : { kind: 'cannot be told', why: `${explainUnsent(record)}, and would be sent something else` };
  }
  const isOther = running.reason !== edited.reason && isStopped(edited);
  return isOther ? { kind: 'reason', was: running.said, from: running, to: edited } : { kind: 'same' };
}

/** What the running version lets go has not always gone. */
function resolveFormerEnd(record: MessageRecord, { said }: HashedResult): FormerEnd {
  if (said !== 'deliver' || wasSent(record)) return said;
  return isRefused(record) ? 'refused' : 'unsent';
}

/** It was sent, and nobody took it. */
const isRefused = ({ message, seen }: MessageRecord): boolean =>
  seen.said === 'deliver' && (message.outcome === 'rejected' || message.state === 'parked');

function explainUnsent(record: MessageRecord): string {
  const { state, outcome, direction } = record.message;
  if (isRefused(record))
    return direction === 'inbound' ? 'the exchange refused it' : 'it could not be published';
  return `it was never sent (${outcome ?? (state === 'parked' ? 'parked' : 'it waits')})`;
}

/**
 * Parked, and held back by the mapping alone: the running version stops it and the edited one does not, or what the exchange did not
 * take would be something else. One whose numbers the exchange does not know goes on with other numbers alone.
 */
export function isFreed(
  record: MessageRecord,
  running: HashedResult,
  edited: HashedResult,
  { paths }: Pick<ResultDifferences, 'paths'>,
): boolean {
  if (record.message.state !== 'parked' || isStopped(edited) || edited.said === 'unfetched') return false;
  if (isStopped(running)) return true;
  if (!isRefused(record) || running.hash === edited.hash) return false;
  return !isUnknownThere(record) || paths.some(({ path }) => numbersAsked.test(path));
}

/** The exchange knows its order or account number not: 404. */
const isUnknownThere = ({ message: { reason, findings } }: MessageRecord): boolean =>
  findings.some(({ code, message }) => code === 'exchange-not-found' && message === reason);

/** Paths of numbers by which the exchange finds orders and accounts: in its JSON, and in an SCSN order. */
const numbersAsked =
  /(^|\/)(companyId|\w+AccountNumber|purchaseOrderNumber)$|^(ID$|(Seller|Buyer)\w+Party\/)/;
