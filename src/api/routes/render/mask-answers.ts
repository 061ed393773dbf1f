import type { MessageDetails, MessageFinding } from '../../model/message-model.ts';
import type { OrderDetails, OrderEntry } from '../../model/order-model.ts';

/** For readers who may see no value of a document: what is said of it by its code and its places, and not in its words. */

export function maskMessage(details: MessageDetails): MessageDetails {
  const { document: _document, result: _result, place: _place, ...rest } = details;
  return {
    ...rest,
    ...{ isMasked: true, hasTree: false, hasState: false, parts: [], advice: '' },
    sentence: beforeReason(details.sentence),
    findings: details.findings.map(maskFinding),
    attempts: details.attempts.map((attempt) => ({ ...attempt, text: '' })),
    decisions: details.decisions.map((decision) => ({ ...decision, result: '' })),
    documents: details.documents.map((one) => ({ ...one, sentence: beforeReason(one.sentence) })),
    tasks: details.tasks.map((task) => ({ ...task, text: '', advice: '' })),
  };
}

const maskFinding = ({ code, severity, places }: MessageFinding): MessageFinding => ({
  ...{ code, severity, message: code, advice: '' },
  places: places.map(({ line, path }) => ({
    ...(line === undefined ? {} : { line }),
    ...(path === undefined ? {} : { path }),
  })),
});

/** `Parked: the line …` → `Parked.` */
const beforeReason = (sentence: string): string => sentence.replace(/:.*$/s, '.');

export const maskEntry = <T extends OrderEntry>(entry: T): T => ({
  ...entry,
  sentence: beforeReason(entry.sentence),
});

export const maskOrder = (order: OrderDetails): OrderDetails => ({
  ...maskEntry(order),
  why: '',
  advice: order.state === 'task' ? '' : order.advice,
  lines: order.lines.map(({ line, mark, answer, state, since }) => ({
    ...{ line, mark, answer, state, values: '', changes: [], remarks: [] },
    ...(since === undefined ? {} : { since }),
  })),
  steps: order.steps.map((step) => ({ ...step, detail: step.isQuiet ? step.detail : '' })),
  tasks: order.tasks.map((task) => ({ ...task, text: '', advice: '' })),
});
