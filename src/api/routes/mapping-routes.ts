import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { guessEncoding } from '../../formats/infer/guess-encoding.ts';
import { decodeWithEncoding } from '../../text/encodings.ts';
import type { DraftTexts } from '../../workbench/drafts/draft-files.ts';
import {
  findDraftedDocument,
  findDraftedMapping,
  listDraftedCases,
  snapshotDraft,
} from '../../workbench/drafts/drafted-mapping.ts';
import {
  findListedMapping,
  foldersOf,
  type ListedMapping,
  listMappings,
  type MappingSite,
  readMappingTexts,
  readTextIn,
} from '../../workbench/overlay/list-mappings.ts';
import { listHandEdits } from '../../workbench/publish/hand-edits.ts';
import { listSources } from '../../workbench/sources/list-sources.ts';
import type { TrialDesk } from '../../workbench/trial/trial-desk.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Caller, type RequestContext, type Route, route } from '../kit/route.ts';
import {
  mappingAnswer,
  mappingName,
  mappingsAnswer,
  sourceAnswer,
  sourceQuestion,
  sourcesAnswer,
  sourcesQuestion,
  suggestionsAnswer,
} from '../model/mapping-model.ts';
import { describeDrafts, ownerOf, readDraftTexts } from './mapping-drafts.ts';
import { maskSource, openAskedSource, requireAnswer, siteOf } from './mapping-trials.ts';
import { findLastRetry } from './workbench/publication-retries.ts';

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
    async (_, { caller }) => {
      const listed = await listMappings(mappingSiteOf(desk));
      const drafted = await listDrafted(desk, caller);
      const isNew = ({ name }: ListedMapping) => listed.every((one) => one.name !== name);
      const edited = await listHandEditedFiles(desk);
      return {
        mappings: [...listed, ...drafted.filter(isNew)].map((one) => ({
          ...copyListed(one),
          isHandEdited: edited.has(`${one.name}.yaml`),
        })),
      };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name', role: 'read', forMasked: true },
      ...{ about: 'The texts of a mapping.', input: named, output: mappingAnswer },
    },
    async ({ name }, { caller }) => {
      const mapping = await readMapping(desk, name, caller);
      trials.warm(name, siteOf(desk));
      const retry = await findLastRetry(desk, name);
      return { ...mapping, ...(await describeDrafts(desk, ownerOf(caller, name))), retry };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/sources', role: 'read', forMasked: true },
      ...{ about: 'Documents to try a mapping with.', input: sourcesQuestion, output: sourcesAnswer },
    },
    async ({ name, message }, { caller }) => {
      const { from = '' } = await requireListed(desk, name, caller);
      const texts = await readDraftTexts(desk, name, caller);
      const { own, channels } = mappingSiteOf(desk);
      const { messages, ...rest } = await listSources(name, from, {
        journal: desk.journal.pages,
        ...{ channels, message },
        folders: foldersOf(own),
      });
      return {
        fixtures: [...new Set([...listDraftedCases(name, texts), ...rest.fixtures])],
        samples: [...rest.samples],
        messages: messages.map(
          ({
            message: { id, name: file, channel, receivedAt, state, outcome, purchaseOrderNumber },
            chain,
          }) => ({
            ...{ id, name: file, channel, receivedAt, state, chain: [...chain] },
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
      return { path, text: decodeShown(bytes), situation };
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
    async ({ name }, context) => await suggest(desk, trials, name, context),
  ),
];

const mappingSiteOf = (desk: Desk): MappingSite => ({ ...siteOf(desk), ends: desk.trials.ends });

async function listHandEditedFiles(desk: Desk): Promise<ReadonlySet<string>> {
  const { mappings } = desk.config();
  const edits = mappings === undefined ? [] : await listHandEdits(desk.journal.pages, mappings);
  return new Set(edits.map(({ file }) => file));
}

/** Files of an old ERP are in whatever encoding it has. */
const decodeShown = (bytes: Uint8Array): string =>
  isUtf8(bytes)
    ? Buffer.from(bytes).toString('utf8')
    : (decodeWithEncoding(bytes, guessEncoding(bytes)).text ?? Buffer.from(bytes).toString('latin1'));

/** Mappings of this person's drafts, also those that run. */
async function listDrafted(desk: Desk, caller: Caller): Promise<readonly ListedMapping[]> {
  const subjects = await desk.journal.drafts.listDraftSubjects(caller.name);
  const names = subjects.flatMap((subject) => /^mapping (.+)$/.exec(subject)?.[1] ?? []);
  const { mappings } = desk.config();
  const found = names.map(async (name) =>
    findDraftedMapping(name, await readDraftTexts(desk, name, caller), mappings),
  );
  return (await Promise.all(found)).flatMap((one) => one ?? []);
}

/** Also one that this person's draft alone has. Rejects with ApiProblem where there is no such mapping. */
export async function requireListed(desk: Desk, name: string, caller: Caller): Promise<ListedMapping> {
  const found = await findListedMapping(name, mappingSiteOf(desk));
  if (found) return found;
  const drafted = findDraftedMapping(name, await readDraftTexts(desk, name, caller), desk.config().mappings);
  if (drafted) return drafted;
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
  caller: Caller,
): Promise<Omit<z.input<typeof mappingAnswer>, 'others' | 'draft' | 'base' | 'since'>> {
  const { own, channels } = mappingSiteOf(desk);
  const listed = await requireListed(desk, name, caller);
  const texts = readMappingTexts(name, own);
  const chains = channels.flatMap(({ settings }) => (settings.map?.includes(name) ? [settings.map] : []));
  const different = [...new Map(chains.map((chain) => [chain.join(), [...chain]])).values()];
  return {
    ...copyListed(listed),
    ...(texts?.own === undefined ? {} : { own: texts.own }),
    ...(texts?.delivered === undefined ? {} : { delivered: texts.delivered }),
    readsOwnFormat: await readsOwnFormat(desk, listed, caller),
    ownTables: [...(texts?.ownTables ?? [])],
    deliveredTables: [...(texts?.deliveredTables ?? [])],
    chains: different,
    hasFolder: own !== undefined,
    mayPublish: desk.config().workbench === 'edit',
  };
}

async function readsOwnFormat(desk: Desk, { name, from }: ListedMapping, caller: Caller): Promise<boolean> {
  const file = `formats/${from}.yaml`;
  const { mappings: own } = desk.config();
  if (own === undefined || from === undefined) return false;
  return (
    (await readDraftTexts(desk, name, caller))[file] !== undefined || readTextIn(own, file) !== undefined
  );
}

/** Messages that are counted for what usually comes. */
const mostCounted = 10;

/** Messages and fixtures that a mapping usually reads, the newest first. */
async function openUsualSources(
  desk: Desk,
  trials: TrialDesk,
  { name, from }: { readonly name: string; readonly from: string },
  caller: Caller,
) {
  const site = siteOf(desk);
  const { journal, channels, own } = site;
  const listed = await listSources(name, from, { journal, channels, folders: foldersOf(own) });
  const messages = listed.messages.filter(({ chain: [first] }) => first === name);
  const references = [
    ...messages.map(({ message: { id } }) => ({ kind: 'message', id }) as const),
    ...listed.fixtures.map((one) => ({ kind: 'fixture', name: one }) as const),
  ].slice(0, mostCounted);
  const opened = references.map(async (reference) => {
    const source = await trials.open(reference, { kind: 'first' }, name, site);
    return typeof source === 'string' ? undefined : maskSource(desk, caller, source, { from, reference });
  });
  return (await Promise.all(opened)).filter((one) => one !== undefined);
}

/** Documents of fixtures that stand in the draft alone. */
const listDraftedSources = (name: string, texts: DraftTexts) =>
  listDraftedCases(name, texts).flatMap((one) => {
    const file = findDraftedDocument(name, one, texts);
    return file === undefined ? [] : [{ ...file, key: `draft ${one}` }];
  });

async function suggest(
  desk: Desk,
  trials: TrialDesk,
  name: string,
  { caller, signal }: RequestContext,
): Promise<z.input<typeof suggestionsAnswer>> {
  const { from = '' } = await requireListed(desk, name, caller);
  const texts = await readDraftTexts(desk, name, caller);
  const site = siteOf(desk);
  const { own } = site;
  const shown = await openUsualSources(desk, trials, { name, from }, caller);
  const sources = [...listDraftedSources(name, texts), ...shown];
  const edits = own === undefined ? {} : snapshotDraft(texts, own);
  const reply = await trials.workerFor(site).suggest({ mapping: name, sources, edits }, signal);
  const { targets, sources: paths, documents } = requireAnswer(reply);
  return {
    targets: targets.map((one) => ({ ...one, context: [...one.context] })),
    sources: [...paths],
    documents,
  };
}
