import type {
  BulkDecision,
  BulkDecisions,
  MessageSelection,
  NewBulkDecision,
  PageReader,
} from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import {
  countNeighbours,
  type DecisionNeighbours,
  decidableStates,
  mostDecided,
} from './decidable-messages.ts';
import { groupMessages, type PlanGroup } from './plan-summary.ts';

/** One decision on many messages: the plan first, then an object in the journal that a gateway carries out part by part. */

export type BulkAction = NewBulkDecision['action'];

/** Which messages: these, or all that fit. */
export type BulkSelection = { readonly ids: readonly number[] } | { readonly fitting: MessageSelection };

/** What would be done; nothing is, before `startBulkDecision`. */
export interface BulkPlan {
  readonly action: BulkAction;
  readonly selection: BulkSelection;
  /** In their order of arrival. */
  readonly messages: readonly number[];
  /** By channel, standing and reason, the largest first; groups beyond those are counted. */
  readonly groups: readonly PlanGroup[];
  readonly moreGroups: number;
  /** Of `ids`: those that are as they are not decided on any more. */
  readonly left: number;
  /** More fit than one decision takes. */
  readonly more: boolean;
  /** They stay where they are meanwhile: an earlier one of their order is not among them. */
  readonly heldBack: number;
  /** Later documents of these orders, which follow them. */
  readonly behind: number;
  /** An attempt of theirs has an unknown outcome: the same is sent again. */
  readonly possiblyTwice: number;
}

const readAtOnce = 500;
const mostGroups = 50;

type PlanReader = Pick<PageReader, 'page' | 'message' | 'listByOrderKeys'>;

export async function planBulkDecision(
  pages: PlanReader,
  action: BulkAction,
  selection: BulkSelection,
): Promise<BulkPlan> {
  const { found, more } = await findMessages(pages, selection);
  const decidable = found.filter((message) => isDecidable(action, message));
  const messages = decidable.toSorted((a, b) => a.arrival - b.arrival);
  const neighbours = action === 'close' ? noNeighbours : await countNeighbours(pages, messages);
  return {
    ...{ action, selection, more },
    ...groupMessages(messages, mostGroups),
    messages: messages.map(({ id }) => id),
    left: found.length - messages.length,
    heldBack: action === 'retry' ? neighbours.heldBack : 0,
    behind: neighbours.behind,
    possiblyTwice: messages.filter(({ possiblyTwice }) => possiblyTwice).length,
  };
}

/** What is refused has ended: it neither waits for others nor holds them back. */
const noNeighbours: DecisionNeighbours = { heldBack: 0, behind: 0 };

const isDecidable = (action: BulkAction, { state, outcome, closed }: Message): boolean =>
  action === 'close'
    ? outcome === 'rejected' && closed === undefined
    : decidableStates[action].includes(state);

interface FoundMessages {
  readonly found: readonly Message[];
  readonly more: boolean;
}

async function findMessages(pages: PlanReader, selection: BulkSelection): Promise<FoundMessages> {
  if ('fitting' in selection) return await findFitting(pages, selection.fitting);
  const found = await Promise.all(selection.ids.slice(0, mostDecided).map((id) => pages.message(id)));
  return { found: found.filter((one) => one !== undefined), more: selection.ids.length > mostDecided };
}

async function findFitting(pages: PlanReader, fitting: MessageSelection): Promise<FoundMessages> {
  const found: Message[] = [];
  for (let before: number | undefined; found.length < mostDecided; ) {
    const page = await pages.page({
      ...fitting,
      limit: readAtOnce,
      ...(before === undefined ? {} : { before }),
    });
    found.push(...page.messages);
    before = page.older;
    if (before === undefined) return { found, more: false };
  }
  return { found, more: true };
}

/** Who decides, and why. */
export interface BulkAuthor extends Pick<NewBulkDecision, 'who' | 'reason'> {
  /** Of a retry: sameness and age do not count. */
  readonly force?: boolean;
}

/** Exactly what the plan showed, as the journal keeps it. */
const buildBulkDecision = (
  { action, selection, messages, heldBack, behind }: BulkPlan,
  { who, reason, force = false }: BulkAuthor,
): NewBulkDecision => ({
  ...{ action, messages, heldBack, behind, who, reason, force },
  filter: JSON.stringify('fitting' in selection ? selection.fitting : {}),
});

/**
 * Retries exactly what a publication frees, as whoever publishes has seen; `mapping`: the one that is published. Undefined: none of these
 * waits any more.
 */
export async function planFreedRetry(
  pages: PlanReader,
  { freed, mapping }: { readonly freed: readonly number[]; readonly mapping?: string },
  author: BulkAuthor,
): Promise<NewBulkDecision | undefined> {
  const plan = await planBulkDecision(pages, 'retry', { ids: freed });
  if (plan.messages.length === 0) return undefined;
  return { ...buildBulkDecision(plan, author), filter: JSON.stringify({ mapping }) };
}

/** Carries out exactly what the plan showed. Resolves to the number of the decision. */
export const startBulkDecision = (
  journal: Pick<BulkDecisions, 'addBulkDecision'>,
  plan: BulkPlan,
  author: BulkAuthor,
): Promise<number> => journal.addBulkDecision(buildBulkDecision(plan, author));

/** A decision with the first of those on which nothing was changed, and why. */
export interface BulkView {
  readonly decision: BulkDecision;
  readonly refused: readonly BulkRefusal[];
}

/** So many refusals are shown. */
const mostRefused = 100;

export interface BulkRefusal {
  /** Its place among the messages of the decision: as `after` of the next page of them. */
  readonly n: number;
  readonly message: number;
  /** In the words that the journal keeps. */
  readonly result: string;
}

/** Undefined: there is no such decision. */
export async function readBulkDecision(
  journal: Pick<BulkDecisions, 'findBulkDecision' | 'listBulkItems'>,
  id: number,
): Promise<BulkView | undefined> {
  const decision = await journal.findBulkDecision(id);
  if (decision === undefined) return undefined;
  const items = await journal.listBulkItems({ decision: id, only: 'refused', limit: mostRefused });
  return { decision, refused: items.map(({ n, message, result = '' }) => ({ n, message, result })) };
}
