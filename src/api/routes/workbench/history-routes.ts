import { explainFailure } from '../../../findings/localized-error.ts';
import type { Publication } from '../../../journal/journal.ts';
import type { GatewayTroubles } from '../../../journal/trouble-store.ts';
import { isSilent } from '../../../journal/troubles/running-gateways.ts';
import { resolveOwnFolders } from '../../../pipeline/runtime/runtime-snapshot.ts';
import { subtractDays } from '../../../time/instants.ts';
import { hashRunningFolder, hashRunningMappings } from '../../../workbench/drafts/keep-draft.ts';
import { listHandEdits } from '../../../workbench/publish/hand-edits.ts';
import { hashMappingsIn } from '../../../workbench/publish/mappings-folder.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import { compareKeptVersions } from '../../../workbench/versions/compare-kept-versions.ts';
import { listMappingHistory, type MappingVersion } from '../../../workbench/versions/mapping-history.ts';
import type { Desk } from '../../desk.ts';
import { ApiProblem } from '../../kit/api-problem.ts';
import { type Route, route } from '../../kit/route.ts';
import {
  differenceAnswer,
  differenceQuestion,
  type HistoryAnswer,
  historyAnswer,
  restoreQuestion,
} from '../../model/mapping-history-model.ts';
import { publicationBegun } from '../../model/workbench/publication-model.ts';
import { ownerOf } from '../mapping-drafts.ts';
import { comparedDays, comparePatience, publicationSiteOf } from '../mapping-publication.ts';
import { readPublicationRetries } from './publication-retries.ts';
import { buildProblem } from './workbench-problems.ts';

/** Publications that are told. */
const mostPublications = 50;

/** Versions of a mapping: who, when and why; what differs; and the way back through the same gate. */
export const mappingHistoryRoutes = (
  desk: Desk,
  { publisher, running }: Pick<TrialDesk, 'publisher' | 'running'>,
): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/history', role: 'read', forMasked: true },
      ...{ about: 'The versions of a mapping, and what was published.' },
      ...{ input: restoreQuestion.pick({ name: true }), output: historyAnswer },
    },
    async ({ name }) => await readHistory(desk, name, running),
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/history/difference', role: 'read', forMasked: true },
      ...{ about: 'What one version says otherwise than another.' },
      ...{ input: differenceQuestion, output: differenceAnswer },
    },
    async ({ name, from, to }) => {
      const { pages } = desk.journal;
      const found = await compareKeptVersions(pages, name, `v${from}`, `v${to}`).catch(refuseDifference);
      return {
        changes: found.map(({ path, delivered, own }) => ({
          path,
          ...(delivered === undefined ? {} : { from: delivered }),
          ...(own === undefined ? {} : { to: own }),
        })),
      };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/history/restore', role: 'administer', unaudited: 'reads' },
      ...{ about: 'Begins to check and compare an earlier version. Nothing is written.' },
      ...{ input: restoreQuestion, output: publicationBegun },
    },
    async ({ name, version }, { caller, language }) => {
      if (desk.config().workbench === 'readOnly') throw buildProblem('read-only');
      const since = subtractDays(desk.now(), comparedDays);
      const asked = { owner: ownerOf(caller, name), version, since };
      const token = await publisher.startRestore(
        await publicationSiteOf(desk, language),
        asked,
        comparePatience,
      );
      if (token === undefined) throw buildProblem('too-much-at-once');
      return { token };
    },
  ),
];

const refuseDifference = (error: unknown): never => {
  throw new ApiProblem(404, 'no-version', explainFailure(error));
};

async function readHistory(desk: Desk, name: string, running: TrialDesk['running']): Promise<HistoryAnswer> {
  const { pages, troubles } = desk.journal;
  const versions = await listMappingHistory(pages, name);
  const publications = await pages.publications();
  const stillParked = await listParked(pages, publications);
  const { mappings: own } = desk.config();
  const byHand = own === undefined ? [] : await listHandEdits(pages, own);
  const gateways = await troubles.listTroubles();
  const retries = await readPublicationRetries(desk, gateways);
  const now = await running.find(versions, name, resolveOwnFolders(desk.config()), desk.channels());
  return {
    ...(now === undefined ? {} : { running: await describeRunning(now, publications, own) }),
    versions: versions.toReversed().map(({ number, hash, at, who, reason, use }) => ({
      ...{ number, hash: hash.slice(0, 8), at, who, reason },
      ...{ messages: use?.messages ?? 0, channels: [...(use?.channels ?? [])] },
      ...(use === undefined ? {} : { last: use.last }),
    })),
    publications: publications
      .toReversed()
      .slice(0, mostPublications)
      .map(({ id, at, action, who, reason, freed }) => ({
        ...{ id, at, action, who, reason },
        freed: freed.filter((one) => stillParked === undefined || stillParked.has(one)),
        retry: retries.get(id),
      })),
    byHand: byHand.map((one) => ({ ...one })),
    gateways: await Promise.all(gateways.map((one) => describeGateway(one, publications, pages, own))),
  };
}

/** What it says itself: that it runs something is not taken for granted. */
async function describeGateway(
  { gateway, silent, troubles, mappings }: GatewayTroubles,
  publications: readonly Publication[],
  pages: Desk['journal']['pages'],
  own: string | undefined,
): Promise<HistoryAnswer['gateways'][number]> {
  const refusal = troubles.find(({ code }) => code === 'mappings' || code === 'mappings-old')?.what;
  const common = {
    ...{ name: gateway, isSilent: isSilent({ silent }) },
    ...(refusal === undefined ? {} : { refusal }),
  };
  if (mappings === undefined) return common;
  const { hash, since } = mappings;
  const publication = await findPublicationOf(hash, publications, pages);
  const uses = { hash: hash.slice(0, 8), since, isCurrent: hash === hashRunningMappings(own) };
  return { ...common, uses: { ...uses, ...(publication === undefined ? {} : { publication }) } };
}

/** The newest that left the folder in this state. */
async function findPublicationOf(
  hash: string,
  publications: readonly Publication[],
  pages: Desk['journal']['pages'],
): Promise<number | undefined> {
  for (const { id, after } of publications.slice(-mostPublications).toReversed())
    if (hashMappingsIn(await pages.artifact(after)) === hash) return id;
  return undefined;
}

/** Parked messages that are asked for. */
const mostParked = 10_000;

/** Parked messages, where any was freed: what has been retried since needs no retry. Undefined: there are more than are asked for. */
async function listParked(
  pages: Desk['journal']['pages'],
  publications: readonly Publication[],
): Promise<ReadonlySet<number> | undefined> {
  if (publications.every(({ freed }) => freed.length === 0)) return new Set();
  const parked = await pages.list({ state: 'parked', limit: mostParked });
  return parked.length === mostParked ? undefined : new Set(parked.map(({ id }) => id));
}

/** A version that was put back runs since then, and not since it was new. */
async function describeRunning(
  { number, at, who, reason }: MappingVersion,
  publications: readonly Publication[],
  own: string | undefined,
): Promise<NonNullable<HistoryAnswer['running']>> {
  const last = publications.at(-1);
  const isRestored = last?.action === 'restore' && last.at > at;
  const isBack = isRestored && last.after === (await hashRunningFolder(own));
  return isBack ? { number, at: last.at, who: last.who, reason: last.reason } : { number, at, who, reason };
}
