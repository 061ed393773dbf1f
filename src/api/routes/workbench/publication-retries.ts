import { z } from 'zod';
import type { BulkDecision, NewBulkDecision } from '../../../journal/journal.ts';
import type { GatewayTroubles } from '../../../journal/trouble-store.ts';
import { isRunning } from '../../../journal/troubles/running-gateways.ts';
import {
  type BulkAuthor,
  buildBulkDecision,
  planBulkDecision,
} from '../../../operator/decisions/bulk-plan.ts';
import type { Desk } from '../../desk.ts';
import type { PublicationRetry } from '../../model/mapping-model.ts';

/** What publishing frees is retried by the gateway, once every one that runs uses it: asked when it is published, kept beside it. */

const retryFilter = z.object({ mapping: z.string() });

/** Of exactly these messages. Undefined: none of them waits any more. */
export async function planRetryOf(
  desk: Desk,
  { mapping, freed }: { readonly mapping: string; readonly freed: readonly number[] },
  author: BulkAuthor,
): Promise<NewBulkDecision | undefined> {
  const plan = await planBulkDecision(desk.journal.pages, 'retry', { ids: freed });
  if (plan.messages.length === 0) return undefined;
  const filter: z.input<typeof retryFilter> = { mapping };
  return { ...buildBulkDecision(plan, author), filter: JSON.stringify(filter) };
}

/** By the publication that each was made with. */
export async function readPublicationRetries(
  desk: Desk,
  gateways: readonly GatewayTroubles[],
): Promise<ReadonlyMap<number, PublicationRetry>> {
  const decisions = await desk.journal.listPublicationDecisions(mostRetries);
  return new Map(
    decisions
      .map((one) => describeRetry(one, gateways))
      .flatMap((one) => (one === undefined ? [] : [[one.publication, one] as const])),
  );
}

const mostRetries = 50;

/** Milliseconds for which the page of a mapping says what came of it. */
const newsLasts = 86_400_000;

/** Of the last publication of a mapping that asked for it: open, or of the last day. */
export async function findLastRetry(desk: Desk, mapping: string): Promise<PublicationRetry | undefined> {
  const decisions = await desk.journal.listPublicationDecisions(mostRetries);
  const last = decisions.find(
    ({ filter }) => retryFilter.safeParse(JSON.parse(filter)).data?.mapping === mapping,
  );
  if (last === undefined) return undefined;
  if (last.ended !== undefined && Date.parse(last.ended) < desk.now().getTime() - newsLasts) return undefined;
  return describeRetry(last, await desk.journal.troubles.listTroubles());
}

function describeRetry(
  { id, state, total, done, refused, who, publication, mappings, ...more }: BulkDecision,
  gateways: readonly GatewayTroubles[],
): PublicationRetry | undefined {
  if (publication === undefined) return undefined;
  const { ended, stoppedBy, overtaken } = more;
  const lacking = gateways.filter((one) => isRunning(one) && one.mappings?.hash !== mappings);
  return {
    ...{ decision: id, publication, state, total, done, refused, who },
    waitsFor: state === 'deferred' ? lacking.map(({ gateway }) => gateway) : [],
    ...(ended === undefined ? {} : { ended }),
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
    ...(overtaken === undefined ? {} : { overtaken }),
  };
}
