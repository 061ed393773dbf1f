import { hashRunningFolder, readDrafts } from '../../../workbench/drafts/keep-draft.ts';
import type { MissingKeys } from '../../../workbench/tables/missing-keys.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import type { Desk } from '../../desk.ts';
import { type Caller, type Route, route } from '../../kit/route.ts';
import { type CountsAnswer, countsAnswer } from '../../model/workbench/counts-model.ts';
import { draftSiteOf, hashMappingsWith, ownerOf } from '../mapping-drafts.ts';
import { named } from '../mapping-routes.ts';
import { hiddenKey } from './table-routes.ts';

type Counting = Pick<TrialDesk, 'usages' | 'missing' | 'fixtures'>;

/** What the parts of the workbench have counted, for the bar above all of them: nothing is counted for it. */
export const mappingCountRoutes = (desk: Desk, counting: Counting): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/counts', role: 'read', forMasked: true },
      ...{ about: 'What is known of a mapping as it is now, with the draft of who asks.' },
      ...{ input: named, output: countsAnswer },
    },
    async ({ name }, { caller }) => {
      const { draft } = await readDrafts(draftSiteOf(desk), ownerOf(caller, name));
      const asked = { who: caller.name, subject: name, version: await hashMappingsWith(desk, draft) };
      const folder = await hashRunningFolder(desk.config().mappings);
      // what rows of the draft leave of them is not known
      const hasRows = Object.keys(draft?.texts ?? {}).some((path) => path.startsWith('tables/'));
      const missing = hasRows ? undefined : counting.missing.findKept({ mapping: name, folder });
      return {
        ...countLost(counting, asked),
        ...countFixtures(counting, asked),
        ...(missing && { tables: listNeededKeys(missing, caller) }),
      };
    },
  ),
];

/** A rule that takes a default for it needs no row. */
const listNeededKeys = ({ keys }: MissingKeys, { masked }: Caller): CountsAnswer['tables'] =>
  keys
    .filter(({ fallback }) => fallback === undefined)
    .map(({ table, key }) => ({ table, key: masked ? hiddenKey : key }));

interface Counted {
  readonly who: string;
  readonly subject: string;
  readonly version: string;
}

function countLost({ usages }: Counting, asked: Counted): Pick<CountsAnswer, 'lost'> {
  const run = usages.findNewest(asked);
  const state = run && usages.look(run, asked.who, asked.subject);
  if (!state || state.kind === 'working') return {};
  const own = state.outcome.mappings.find(({ mapping }) => mapping === asked.subject);
  return { lost: own?.lost.length ?? 0 };
}

function countFixtures({ fixtures }: Counting, asked: Counted): Pick<CountsAnswer, 'fixtures'> {
  const run = fixtures.findNewest(asked);
  const state = run && fixtures.look(run, asked.who, asked.subject);
  if (!state || state.kind === 'working' || state.outcome.kind !== 'answer') return {};
  return { fixtures: state.outcome.answer.filter(({ differences }) => differences.length > 0).length };
}
