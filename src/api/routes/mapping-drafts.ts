import { z } from 'zod';
import { sha256 } from '../../text/sha256.ts';
import { readMappingTexts, readTextIn } from '../../workbench/overlay/list-mappings.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Route, route } from '../kit/route.ts';
import { type DraftModel, draftAnswer, draftQuestion, mappingName } from '../model/mapping-model.ts';

/** What somebody typed and has not published: kept by the gateway, one draft of each person and mapping. */
export const mappingDraftRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{ method: 'PUT', path: '/mappings/:name/draft', role: 'administer' },
      ...{ about: 'Keeps the draft of a mapping.', input: draftQuestion, output: draftAnswer },
    },
    async ({ name, base, files, seen }, { caller }) => {
      const draft = { who: caller.name, subject: subjectOf(name), base, content: JSON.stringify(files) };
      const kept = await desk.access.write((journal) => journal.drafts.saveDraft(draft, seen));
      if (kept === undefined) throw keptElsewhere;
      return { edition: kept.edition, at: kept.at, running: computeBase(desk, name, Object.keys(files)) };
    },
  ),
  route(
    {
      ...{ method: 'DELETE', path: '/mappings/:name/draft', role: 'administer' },
      ...{
        about: 'Throws the draft of a mapping away.',
        input: z.strictObject({ name: mappingName }),
        output: z.strictObject({}),
      },
    },
    async ({ name }, { caller }) => {
      await desk.access.write((journal) => journal.drafts.removeDraft(caller.name, subjectOf(name)));
      return {};
    },
  ),
];

const keptElsewhere = new ApiProblem(409, 'draft-elsewhere', {
  en: 'You have changed this draft in another window. Open the page anew to see it; what stands here is not kept.',
  nl: 'U hebt dit concept in een ander venster gewijzigd. Open de pagina opnieuw om het te zien; wat hier staat is niet bewaard.',
});

const subjectOf = (name: string): string => `mapping ${name}`;

/**
 * Hash of what runs of the files that a draft has: what it begins from. The mapping's own text always counts; `paths`: the other files of
 * the draft.
 */
export function computeBase(desk: Desk, name: string, paths: readonly string[]): string {
  const { mappings } = desk.config();
  const own = readMappingTexts(name, mappings)?.own ?? '';
  const others = [...new Set(paths)].filter((path) => path !== `${name}.yaml`).sort();
  if (mappings === undefined || others.length === 0) return sha256(own);
  return sha256(JSON.stringify([own, ...others.map((path) => [path, readTextIn(mappings, path)])]));
}

/** What this person has typed, and who else has a draft of it. */
export async function readDrafts(
  { journal }: Desk,
  name: string,
  who: string,
): Promise<{ readonly draft?: DraftModel; readonly others: string[] }> {
  const all = await journal.drafts.listDrafts(subjectOf(name));
  const own = all.find((one) => one.who === who);
  const others = all.filter((one) => one !== own).map((one) => one.who);
  if (own === undefined) return { others };
  const files = z.record(z.string(), z.string()).parse(JSON.parse(own.content));
  return { draft: { files, at: own.at, base: own.base, edition: own.edition }, others };
}
