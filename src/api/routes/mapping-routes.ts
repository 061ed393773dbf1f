import { z } from 'zod';
import {
  findListedMapping,
  foldersOf,
  listMappings,
  type MappingSite,
  readMappingTexts,
} from '../../workbench/overlay/list-mappings.ts';
import { listSources } from '../../workbench/sources/list-sources.ts';
import type { TrialDesk } from '../../workbench/trial/trial-desk.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Caller, type Route, route } from '../kit/route.ts';
import {
  mappingAnswer,
  mappingName,
  mappingsAnswer,
  sourceAnswer,
  sourceQuestion,
  sourcesAnswer,
  suggestionsAnswer,
} from '../model/mapping-model.ts';
import { describeDrafts, ownerOf } from './mapping-drafts.ts';
import { maskSource, openAskedSource, siteOf } from './mapping-trials.ts';

export const named = z.strictObject({ name: mappingName });

/** What mappings there are, their texts, and documents to try them with. */
export const mappingRoutes = (desk: Desk, trials: TrialDesk): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/mappings', role: 'read', forMasked: true },
      ...{
        about: 'All mappings, delivered and your own.',
        input: z.strictObject({}),
        output: mappingsAnswer,
      },
    },
    async () => ({ mappings: (await listMappings(mappingSiteOf(desk))).map(copyListed) }),
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name', role: 'read', forMasked: true },
      ...{ about: 'The texts of a mapping.', input: named, output: mappingAnswer },
    },
    async ({ name }, { caller }) => {
      const mapping = await readMapping(desk, name);
      trials.warm(name, siteOf(desk));
      return { ...mapping, ...(await describeDrafts(desk, ownerOf(caller, name))) };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/sources', role: 'read', forMasked: true },
      ...{ about: 'Documents to try a mapping with.', input: named, output: sourcesAnswer },
    },
    async ({ name }) => {
      const { from = '' } = await requireListed(desk, name);
      const { own, channels } = mappingSiteOf(desk);
      const { messages, ...rest } = await listSources(name, from, {
        journal: desk.journal.pages,
        channels,
        folders: foldersOf(own),
      });
      return {
        fixtures: [...rest.fixtures],
        samples: [...rest.samples],
        messages: messages.map(
          ({ id, name: file, channel, receivedAt, state, outcome, purchaseOrderNumber }) => ({
            ...{ id, name: file, channel, receivedAt, state },
            ...(outcome === undefined ? {} : { outcome }),
            ...(purchaseOrderNumber === undefined ? {} : { order: purchaseOrderNumber }),
          }),
        ),
      };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/source', role: 'read', forMasked: true },
      ...{ unaudited: 'reads' },
      ...{ about: 'The text of a document to try.', input: sourceQuestion, output: sourceAnswer },
    },
    async (asked, { caller }) => {
      const { path, bytes, situation } = await openAskedSource(desk, trials, asked, caller);
      return { path, text: Buffer.from(bytes).toString('utf8'), situation };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/suggestions', role: 'read', forMasked: true },
      ...{
        about: 'Members of the target with their meaning, and paths of the source by how often they come.',
        input: named,
        output: suggestionsAnswer,
      },
    },
    async ({ name }, { caller }) => await suggest(desk, trials, name, caller),
  ),
];

const mappingSiteOf = (desk: Desk): MappingSite => ({ ...siteOf(desk), ends: desk.trials.ends });

/** Rejects with ApiProblem where there is no such mapping. */
export async function requireListed(desk: Desk, name: string) {
  const found = await findListedMapping(name, mappingSiteOf(desk));
  if (found) return found;
  throw new ApiProblem(404, 'no-mapping', {
    en: `There is no mapping ${name}.`,
    nl: `Er is geen mapping ${name}.`,
  });
}

const copyListed = <T extends { readonly channels: readonly string[] }>(listed: T) => ({
  ...listed,
  channels: [...listed.channels],
});

async function readMapping(
  desk: Desk,
  name: string,
): Promise<Omit<z.input<typeof mappingAnswer>, 'others' | 'draft' | 'base'>> {
  const { own, channels } = mappingSiteOf(desk);
  const listed = await requireListed(desk, name);
  const texts = readMappingTexts(name, own);
  const chains = channels.flatMap(({ settings }) => (settings.map?.includes(name) ? [settings.map] : []));
  const different = [...new Map(chains.map((chain) => [chain.join(), [...chain]])).values()];
  return {
    ...copyListed(listed),
    ...(texts?.own === undefined ? {} : { own: texts.own }),
    ...(texts?.delivered === undefined ? {} : { delivered: texts.delivered }),
    ownTables: [...(texts?.ownTables ?? [])],
    deliveredTables: [...(texts?.deliveredTables ?? [])],
    chains: different,
    hasFolder: own !== undefined,
    mayPublish: desk.config().workbench === 'edit',
  };
}

/** Messages that are counted for what usually comes. */
const mostCounted = 10;

async function suggest(
  desk: Desk,
  trials: TrialDesk,
  name: string,
  caller: Caller,
): Promise<z.input<typeof suggestionsAnswer>> {
  const { from = '' } = await requireListed(desk, name);
  const site = siteOf(desk);
  const { journal, channels, own } = site;
  const { messages, fixtures } = await listSources(name, from, {
    journal,
    channels,
    folders: foldersOf(own),
  });
  const references = [
    ...messages.slice(0, mostCounted).map(({ id }) => ({ kind: 'message', id }) as const),
    ...fixtures.slice(0, mostCounted).map((one) => ({ kind: 'fixture', name: one }) as const),
  ].slice(0, mostCounted);
  const shown = await Promise.all(
    references.map(async (reference) => {
      const opened = await trials.open(reference, { kind: 'first' }, name, site);
      return typeof opened === 'string' ? undefined : maskSource(desk, caller, opened, { from, reference });
    }),
  );
  const sources = shown.flatMap((one) => one ?? []);
  const reply = await trials.workerFor(site).suggest(name, name, sources);
  if (reply.kind !== 'answer') return { targets: [], sources: [], documents: 0 };
  const { targets, sources: paths, documents } = reply.answer;
  return {
    targets: targets.map((one) => ({ ...one, context: [...one.context] })),
    sources: [...paths],
    documents,
  };
}
