import type { z } from 'zod';
import type { Publication } from '../../../journal/journal.ts';
import { type DraftConflict, readDraftConflict } from '../../../workbench/drafts/draft-conflict.ts';
import { hashRunningFolder, readDrafts } from '../../../workbench/drafts/keep-draft.ts';
import type { Desk } from '../../desk.ts';
import { type Route, route } from '../../kit/route.ts';
import { conflictAnswer, type PublishedOver } from '../../model/workbench/conflict-model.ts';
import { draftSiteOf, ownerOf } from '../mapping-drafts.ts';
import { named } from '../mapping-routes.ts';

/** A draft beside what others have published over it. The joined draft is kept as any other is. */
export const conflictRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/draft/conflict', role: 'administer' },
      ...{
        about: 'What your draft and what others have published over it have changed, joined but for clashes.',
        input: named,
        output: conflictAnswer,
      },
    },
    async ({ name }, { caller }) => {
      const site = draftSiteOf(desk);
      const { draft } = await readDrafts(site, ownerOf(caller, name));
      if (draft === undefined) return { ...nothing, running: await hashRunningFolder(site.own) };
      const conflict = await readDraftConflict(desk.journal.pages, site.own, draft);
      const versions = await desk.journal.pages.mappingVersions(name);
      const numbers = new Map(versions.map(({ folder, number }) => [folder, number]));
      return { edition: draft.edition, ...describeConflict(conflict, numbers) };
    },
  ),
];

const nothing = { edition: 0, since: [], files: [], theirs: [], ours: [] };

function describeConflict(
  { running, since, files, theirs, ours }: DraftConflict,
  numbers: ReadonlyMap<string, number>,
): Omit<z.input<typeof conflictAnswer>, 'edition'> {
  const describe = ({ at, who, reason, after }: Publication): PublishedOver => {
    const version = numbers.get(after);
    return { at, who, reason, ...(version === undefined ? {} : { version }) };
  };
  return {
    running,
    since: since.map(describe),
    files: files.map(({ parts, ...file }) => ({
      ...file,
      parts: parts.map((part) =>
        'text' in part
          ? part
          : {
              clash: {
                ...part.clash,
                rules: [...part.clash.rules],
                ...(part.by && { by: describe(part.by) }),
              },
            },
      ),
    })),
    theirs: theirs.map((one) => ({ ...one })),
    ours: ours.map((one) => ({ ...one })),
  };
}
