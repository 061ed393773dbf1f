import type { OrderIdentity } from '../../exchange/documents/order-identity.ts';
import { createFinding } from '../../findings/create-finding.ts';
import type { MappingResult } from '../../mapping/mapping.ts';
import type { OutputDocument } from '../../mapping/mapping-output.ts';
import type { LineRefusal } from '../../negotiation/select-lines.ts';
import type { Finding, Language, TaskRequest } from '../../types.ts';
import type { InboundChannel, OutboundChannel } from '../channel/channel.ts';
import type { OrderState } from '../order-state/order-state.ts';
import { mapStep } from './prepare-results.ts';
import type { PrepareResult, PrepareStep, TaskChanges } from './prepare-task.ts';

/**
 * Open tasks of a document that goes. An answer says of each of its lines what the supplier wants now: what it asked before and is
 * still open ends. An order says that of none, since a line may stand in it that says nothing new.
 */
export function buildTaskChanges(
  { kind }: InboundChannel,
  { tasks = [] }: Pick<MappingResult, 'tasks'>,
  { items }: Pick<OutputDocument, 'items'>,
): TaskChanges {
  const asked = new Set(tasks.map(({ line }) => line));
  const said = kind === 'response' ? [...items.keys()].filter((line) => !asked.has(line)) : [];
  return {
    ...(tasks.length === 0 ? {} : { tasks }),
    ...(said.length === 0 ? {} : { endsTasks: said }),
  };
}

/** A buyer's refusal of what the supplier asks for: the exchange hears of it in its portal alone. */
export const createPortalTask = ({ position, own, open }: LineRefusal, language: Language): TaskRequest => ({
  line: position,
  finding: createFinding('refuse-in-portal', { line: position }, {}, language),
  asks: JSON.stringify([own, open ?? {}].map((values) => Object.entries(values).sort())),
});

/** Their places are those of the first document of a chain. */
export function withTaskProvenance(
  prepared: PrepareResult,
  locate: (findings: readonly Finding[]) => readonly Finding[],
): PrepareResult {
  if ((prepared.kind !== 'settle' && prepared.kind !== 'deliver') || !prepared.tasks) return prepared;
  const tasks = prepared.tasks.map(({ finding, ...task }) => ({
    ...task,
    finding: locate([finding])[0] ?? finding,
  }));
  return { ...prepared, tasks };
}

/**
 * Positions of lines on which nothing is open at the exchange any more, of those that are newer than what was handled. As buyer: the
 * supplier asks for nothing. As supplier: the line has ended, or the buyer has added it now.
 */
export function listAnsweredLines(
  { as, name }: OutboundChannel,
  state: OrderState,
  lines: OrderIdentity['lines'],
  fresh: ReadonlySet<string>,
): readonly string[] {
  const known = state.received[name]?.lines ?? {};
  const isAnswered = (line: OrderIdentity['lines'][number]): boolean =>
    as === 'buyer'
      ? line.isAsked !== true && line.processStatus !== undefined && line.processStatus !== 'InProgress'
      : isEndStatus(line.processStatus) || !(line.id in known);
  return lines.flatMap((line) =>
    line.position !== undefined && fresh.has(line.id) && isAnswered(line) ? [line.position.trim()] : [],
  );
}

const isEndStatus = (status = ''): boolean => ['Cancelled', 'Rejected', 'Completed'].includes(status);

/** However it ends but for a park: what was received counts then. */
export function withEndedTasks(step: PrepareStep, lines: readonly string[]): PrepareStep {
  if (lines.length === 0) return step;
  return mapStep(step, (prepared) =>
    prepared.kind === 'settle' || prepared.kind === 'deliver' ? { ...prepared, endsTasks: lines } : prepared,
  );
}
