import { z } from 'zod';
import { sha256 } from '../../text/sha256.ts';
import type { DraftTexts } from '../../workbench/drafts/draft-files.ts';
import {
  type DraftOwner,
  type DraftSite,
  discardDraft,
  findRunningBase,
  hashRunningFolder,
  type KeptDraft,
  keepDraft,
  listPublishedOver,
  readDrafts,
} from '../../workbench/drafts/keep-draft.ts';
import type { Desk } from '../desk.ts';
import { mayAsk } from '../kit/api-router.ts';
import { type Caller, type Route, route } from '../kit/route.ts';
import {
  type DraftModel,
  discardQuestion,
  draftAnswer,
  draftQuestion,
  type PublishedSince,
} from '../model/mapping-model.ts';
import { buildProblem } from './workbench/workbench-problems.ts';

/** What somebody typed and has not published: kept by the gateway, one draft of each person and mapping. */
export const mappingDraftRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{ method: 'PUT', path: '/mappings/:name/draft', role: 'administer', unaudited: 'draft' },
      ...{ about: 'Keeps the draft of a mapping.', input: draftQuestion, output: draftAnswer },
    },
    async ({ name, base, files, seen }, { caller }) => {
      const site = draftSiteOf(desk);
      const draft = { base, texts: files };
      const kept = await keepDraft(site, ownerOf(caller, name), draft, seen);
      if (kept === undefined) throw buildProblem('draft-elsewhere');
      return { edition: kept.edition, at: kept.at, running: await findRunningBase(site, draft) };
    },
  ),
  route(
    {
      ...{ method: 'DELETE', path: '/mappings/:name/draft', role: 'administer', unaudited: 'draft' },
      ...{
        about: 'Throws the draft of a mapping away.',
        input: discardQuestion,
        output: z.strictObject({}),
      },
    },
    async ({ name, seen }, { caller }) => {
      if (!(await discardDraft(draftSiteOf(desk), ownerOf(caller, name), seen)))
        throw buildProblem('draft-elsewhere');
      return {};
    },
  ),
];

export const draftSiteOf = (desk: Desk): DraftSite => ({
  journal: { artifact: (hash) => desk.journal.pages.artifact(hash), drafts: desk.journal.drafts },
  write: (use) => desk.access.write(use),
  own: desk.config().mappings,
});

export const ownerOf = ({ name: who }: Caller, mapping: string): DraftOwner => ({ who, mapping });

/** Of the mappings that run, with a draft over them: what was counted with them is known by it. */
export const hashMappingsWith = async (
  desk: Desk,
  draft: Pick<KeptDraft, 'base' | 'texts'> | undefined,
): Promise<string> =>
  sha256(JSON.stringify([await hashRunningFolder(desk.config().mappings), draft?.base, draft?.texts]));

/** Files of this person's draft; who may have none has none. */
export async function readDraftTexts(desk: Desk, name: string, caller: Caller): Promise<DraftTexts> {
  if (caller.masked || !mayAsk(caller.role, 'administer')) return {};
  const { draft } = await readDrafts(draftSiteOf(desk), ownerOf(caller, name));
  return draft?.texts ?? {};
}

export interface DraftDescription {
  readonly draft?: DraftModel;
  readonly others: string[];
  /** What runs, as far as the draft is concerned. */
  readonly base: string;
  readonly since: PublishedSince[];
}

/** What this person has typed, and who else has a draft of it. */
export async function describeDrafts(desk: Desk, owner: DraftOwner): Promise<DraftDescription> {
  const site = draftSiteOf(desk);
  const { draft, others } = await readDrafts(site, owner);
  if (draft === undefined) return { others: [...others], base: await hashRunningFolder(site.own), since: [] };
  const { texts, at, base, edition } = draft;
  const running = await findRunningBase(site, draft);
  const over = running === base ? [] : await listPublishedOver(desk.journal.pages, draft);
  return {
    draft: { files: { ...texts }, at, base, edition },
    others: [...others],
    base: running,
    since: over.map(({ id, at: published, who, reason }) => ({ id, at: published, who, reason })),
  };
}
