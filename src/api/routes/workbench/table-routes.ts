import { join } from 'node:path';
import type { z } from 'zod';
import { resolveOwnFolders } from '../../../pipeline/runtime/runtime-snapshot.ts';
import { subtractDays } from '../../../time/instants.ts';
import { renderTrialEnd } from '../../../wording/mappings/trial-end.ts';
import { hashRunningFolder } from '../../../workbench/drafts/keep-draft.ts';
import { type ShownTable, tableLimits } from '../../../workbench/tables/show-table.ts';
import type { ShownTables } from '../../../workbench/trial/preview-thread.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import type { Desk } from '../../desk.ts';
import { type RequestContext, type Route, route } from '../../kit/route.ts';
import {
  missingKeysAnswer,
  type ShownTableModel,
  type TablesAnswer,
  tablesAnswer,
  tablesQuestion,
} from '../../model/table-model.ts';
import { type DraftDescription, describeDrafts, ownerOf } from '../mapping-drafts.ts';
import { named, requireListed } from '../mapping-routes.ts';
import { describeFinding, replaySiteOf, siteOf } from '../mapping-trials.ts';
import { FileNames } from '../render/file-names.ts';
import { buildProblem } from './workbench-problems.ts';

/** Days of messages whose values are looked for. */
const lookedBack = 30;

/** Tables of a mapping as a grid, with what a draft has changed; and values that are in none. */
export const mappingTableRoutes = (desk: Desk, trials: TrialDesk): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/tables', role: 'read', forMasked: true },
      ...{
        about: 'The tables of a mapping, and the rows of one.',
        input: tablesQuestion,
        output: tablesAnswer,
      },
    },
    async ({ name, ...asked }, { caller, language, signal }) => {
      await requireListed(desk, name, caller);
      const drafted = await describeDrafts(desk, ownerOf(caller, name));
      const asking = { ...drafted, language, signal };
      return await showTables(desk, trials, { name, ...asked }, asking);
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/missing', role: 'read', forMasked: true },
      ...{
        about: 'Values of the messages of a month that the mapping looked up and that are in no table.',
        input: named,
        output: missingKeysAnswer,
      },
    },
    async ({ name }, { caller }) => {
      const config = desk.config();
      const site = await replaySiteOf(desk);
      const since = subtractDays(desk.now(), lookedBack);
      const folder = await hashRunningFolder(config.mappings);
      const asked = { mapping: name, since, folder };
      const { keys, met, ...rest } = await trials.missing.find(site, resolveOwnFolders(config), asked);
      return {
        ...rest,
        // which rows are used says what stands in documents
        met: caller.masked ? [] : met.map((one) => ({ ...one })),
        keys: keys.map(({ table, key, count, example, fallback }) => ({
          ...{ table, count, example },
          key: caller.masked ? hiddenKey : key,
          // a rule may take the value itself
          ...(fallback === undefined ? {} : { fallback: caller.masked ? hiddenKey : fallback }),
        })),
      };
    },
  ),
];

/** A value of a document, to who sees documents masked. */
export const hiddenKey = '•••';

interface Asking
  extends Pick<DraftDescription, 'draft' | 'base'>,
    Pick<RequestContext, 'language' | 'signal'> {}

async function showTables(
  desk: Desk,
  trials: TrialDesk,
  { name, table, find }: z.output<typeof tablesQuestion>,
  { draft, base, language, signal }: Asking,
): Promise<TablesAnswer> {
  const site = siteOf(desk);
  const { own } = site;
  const files = Object.entries(own === undefined ? {} : (draft?.files ?? {}));
  const edits = Object.fromEntries(files.map(([path, text]) => [join(own ?? '', path), Buffer.from(text)]));
  const question = { mapping: name, table, find, edits, language };
  const reply = await trials.workerFor(site).showTables(question, signal);
  if (reply.kind === 'superseded') throw buildProblem('asked-again');
  const common = {
    ...(draft === undefined ? {} : { draft }),
    ...{ base, isConflict: draft !== undefined && draft.base !== base, hasFolder: own !== undefined },
    mayPublish: desk.config().workbench !== 'readOnly',
  };
  if (reply.kind !== 'answer') return { tables: [], ...common, ended: renderTrialEnd(reply, language) };
  const { tables, shown } = reply.answer;
  return {
    ...common,
    tables: tables.map(({ name: called, path, kind, rows, own: mine }) => ({
      ...{ name: called, path, kind, rows, own: mine },
    })),
    ...(shown ? { shown: describeTable(shown, reply.answer, new FileNames(site)) } : {}),
  };
}

function describeTable(shown: ShownTable, { findings }: ShownTables, files: FileNames): ShownTableModel {
  const { mapping: _, wayBack, uses, beneath, own, head, sharedWith, ...rest } = shown;
  return {
    ...rest,
    ...{ head: [...head], sharedWith: [...sharedWith], mostOwn: tableLimits.own },
    own: own.map((cells) => [...cells]),
    beneath: beneath.map(({ cells, isReplaced }) => ({ cells: [...cells], isReplaced })),
    uses: uses.map((use) => ({ ...use, file: files.nameOf(use.file) })),
    ...(wayBack
      ? {
          wayBack: {
            ...{ path: wayBack.path, name: wayBack.name, mappings: [...wayBack.mappings] },
            different: wayBack.different.map((one) => ({ ...one })),
          },
        }
      : {}),
    findings: findings
      .map((one) => describeFinding(one, files))
      .filter(({ file }) => file === `own:${shown.ownPath}`),
  };
}
