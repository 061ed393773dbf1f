import type { MappingContext } from '../../mapping/mapping.ts';
import type { MappingOutput, OutputDocument } from '../../mapping/mapping-output.ts';
import type { Finding } from '../../types.ts';
import { bareContext } from '../channel/bare-context.ts';
import type { Channel } from '../channel/channel.ts';
import type { ExportedState } from '../order-state/exported-state.ts';
import {
  compareLine,
  isSameLine,
  listReceivedBodies,
  type OrderState,
  ownSide,
  type ReceivedChange,
} from '../order-state/order-state.ts';
import { buildReceivedOrder } from '../order-state/received-order.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';

/** Changes what prepare comes to: now, or once the mapping has run. */
export const mapStep = (
  step: PrepareStep,
  change: (prepared: PrepareResult) => PrepareResult,
): PrepareStep =>
  'kind' in step ? change(step) : { ...step, conclude: (made) => change(step.conclude(made)) };

/** A mapping's `stop:` and its findings decide before its target does. */
export const concludeWithTarget = (
  made: MappingOutput,
  then: (whole: OutputDocument) => PrepareResult,
  received?: ReceivedChange,
): PrepareResult =>
  findEarlyEnd(made, received) ?? (made.document ? then(made.document) : buildNothingMade(received));

/** What a mapping's `stop:` or findings make of the message; undefined where its target goes on. */
export function findEarlyEnd(
  { result }: MappingOutput,
  received?: ReceivedChange,
): PrepareResult | undefined {
  const { stop, findings } = result;
  const all = stop ? [...findings, stop.finding] : findings;
  if (stop?.as === 'ignored')
    return {
      kind: 'settle',
      outcome: 'ignored',
      reason: stop.finding.message,
      findings,
      ...(result.tasks ? { tasks: result.tasks } : {}),
      ...(received ? { change: { received } } : {}),
    };
  const worst =
    all.find(({ severity }) => severity === 'error') ?? all.find(({ severity }) => severity === 'park');
  if (stop?.as === 'parked' || worst?.severity === 'park')
    return { kind: 'park', reason: (stop?.finding ?? worst)?.message ?? '', findings: all };
  if (worst) {
    // What the exchange sent cannot be refused: a person decides.
    return received
      ? { kind: 'park', reason: worst.message, findings: all }
      : { kind: 'settle', outcome: 'rejected', reason: worst.message, findings: all };
  }
  return undefined;
}

export const buildNothingMade = (received?: ReceivedChange): PrepareResult =>
  buildSettled('ignored', 'The mapping made nothing of it.', received);

/** What is wrong with a document that was made: of the ERP's it is refused, of the exchange's a person decides. */
export const buildRefused = (
  { message, severity }: Finding,
  findings: readonly Finding[],
  received?: ReceivedChange,
): PrepareResult =>
  severity === 'park' || received
    ? { kind: 'park', reason: message, findings }
    : { kind: 'settle', outcome: 'rejected', reason: message, findings };

export const buildSettled = (
  outcome: 'duplicate' | 'unchanged' | 'ignored',
  reason: string,
  received?: ReceivedChange,
): PrepareResult => ({
  kind: 'settle',
  outcome,
  reason,
  findings: [],
  ...(received ? { change: { received } } : {}),
});

export const buildUnchanged = (received?: ReceivedChange): PrepareResult =>
  buildSettled('unchanged', sameReason, received);

const sameReason = 'It says the same as what was delivered last.';

/** An order of which no line goes. `told`: something is to be said of its lines. */
export const buildUnchangedOrder = (findings: readonly Finding[], told = findings.length > 0) => ({
  kind: 'settle' as const,
  outcome: 'unchanged' as const,
  findings,
  reason: told ? 'No line of it is to be sent: its findings and open tasks say why.' : sameReason,
});

export const buildParked = (finding: Finding): PrepareResult => ({
  kind: 'park',
  reason: finding.message,
  findings: [finding],
});

export const buildDeliveredChange = (
  { message }: PrepareTask,
  { fingerprint, items }: Pick<OutputDocument, 'fingerprint' | 'items'>,
) => ({
  fingerprint,
  bytes: message.hash,
  lines: Object.fromEntries(items),
  ...(message.issued === undefined ? {} : { issued: message.issued }),
});

export const isUnchangedLine = (
  { channel }: PrepareTask,
  state: OrderState,
  key: string,
  print: string,
): boolean => isSameLine(state, channel.direction, channel.name, key, print);

export function buildOrderContext(
  task: PrepareTask,
  channel: Channel,
  state: OrderState,
  event: string,
): MappingContext {
  const received = serializeReceived(task, state);
  return {
    ...bareContext(channel),
    event,
    now: task.now,
    ...(task.heard ? { onRunValues: task.heard } : {}),
    sequence: task.message.id,
    sent: serializeSide(state.sent, state.exported?.lines),
    published: serializeSide(ownSide(state, 'outbound', channel.name)),
    ...(received === undefined ? {} : { received }),
    change: (key, print) => compareLine(state, channel.direction, channel.name, key, print),
  };
}

/** `$sent` and `$published`: when, which lines, and of those that the ERP has exported what it wrote last. */
function serializeSide(side: OrderState['sent'], exported: ExportedLines = {}): string {
  if (!side) return '{}';
  const known = Object.keys(exported).filter((key) => side.lines[key] === undefined);
  const lines = [...Object.keys(side.lines), ...known].map((key) => {
    const { at, values } = side.lines[key] ?? { at: side.at };
    const last = exported[key]?.values ?? values;
    return { key, at, ...(last ? { values: last } : {}) };
  });
  return JSON.stringify({ at: side.at, lines });
}

/** `$received`. */
function serializeReceived({ bodies }: PrepareTask, state: OrderState): string | undefined {
  const texts = new Map(listReceivedBodies(state).map((hash) => [hash, utf8(bodies[hash])]));
  return buildReceivedOrder(state, (hash) => texts.get(hash) ?? '');
}

type ExportedLines = ExportedState['lines'];

const utf8 = (bytes: Uint8Array = new Uint8Array()): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
