import { readMeanings } from '../../../mapping/tables/member-meanings.ts';
import { resolveOwnFolders } from '../../../pipeline/runtime/runtime-snapshot.ts';
import { BrokenMappings, computeUsage } from '../../../workbench/coverage/journal-usage.ts';
import { takeDraftSnapshot } from '../../../workbench/drafts/draft-snapshot.ts';
import {
  addIgnoredRow,
  canBeIgnored,
  ignoredFile,
  listIgnoredRows,
  removeIgnoredRow,
  tidyReason,
} from '../../../workbench/drafts/ignored-rows.ts';
import { insertRule } from '../../../workbench/drafts/insert-rule.ts';
import { changeDraft, type KeptDraft, readDrafts } from '../../../workbench/drafts/keep-draft.ts';
import { foldersOf, readMappingTexts, readTextIn } from '../../../workbench/overlay/list-mappings.ts';
import type { DatedUsageReport, TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import type { Desk } from '../../desk.ts';
import { type Route, route } from '../../kit/route.ts';
import {
  ignoredAnswer,
  ignoreQuestion,
  newestRun,
  type RulePart,
  ruleQuestion,
  runBegun,
  runQuestion,
  runStopped,
  type UsageAnswer,
  unignoreQuestion,
  usageAnswer,
  usageQuestion,
} from '../../model/mapping-lost-model.ts';
import { draftAnswer } from '../../model/mapping-model.ts';
import { draftSiteOf, hashMappingsWith, ownerOf } from '../mapping-drafts.ts';
import { siteOf } from '../mapping-trials.ts';
import { FileNames } from '../render/file-names.ts';
import { buildProblem } from './workbench-problems.ts';

/** Milliseconds that running messages again may take; what was counted by then is told. */
const usagePatience = 300_000;

/** What a mapping loses of the messages that come, and what of it no message needs. */
export const mappingLostRoutes = (desk: Desk, { usages }: Pick<TrialDesk, 'usages'>): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/usage', role: 'operate', unaudited: 'reads' },
      ...{ about: 'Begins to run the newest messages again with the draft.' },
      ...{ input: usageQuestion, output: runBegun },
    },
    async ({ name, last }, { caller }) => {
      const [config, channels] = [desk.config(), desk.channels()];
      const { draft } = await readDrafts(draftSiteOf(desk), ownerOf(caller, name));
      const version = await hashMappingsWith(desk, draft);
      const run = await usages.start({
        ...{ who: caller.name, subject: name, version, patience: usagePatience },
        work: async ({ signal, report: tell }) => {
          const snapshot = await takeDraftSnapshot(resolveOwnFolders(config), draft?.texts ?? {});
          const progress = (done: number, of?: number) => tell({ done, ...(of === undefined ? {} : { of }) });
          const at = desk.now().toISOString();
          const report = await computeUsage(desk.journal.pages, snapshot, channels, {
            ...{ last, mappings: [name], signal, progress },
          });
          return { ...report, at };
        },
      });
      if (run === undefined) throw buildProblem('too-much-at-once');
      return { run };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/usage', role: 'operate' },
      ...{ about: 'How far that is, and what it came to.', input: runQuestion, output: usageAnswer },
    },
    async ({ name, run }, { caller }) => {
      const state = lookAt(usages, run, caller.name, name);
      if (state === undefined) throw buildProblem('no-run');
      return state.kind === 'working' ? { ...state } : describeUsage(desk, name, state.outcome);
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/usage/newest', role: 'operate' },
      ...{
        about: 'The newest run of this user that is kept, with the mappings and the draft as they are now.',
      },
      ...{ input: runQuestion.pick({ name: true }), output: newestRun },
    },
    async ({ name }, { caller }) => {
      const { draft } = await readDrafts(draftSiteOf(desk), ownerOf(caller, name));
      const version = await hashMappingsWith(desk, draft);
      const run = usages.findNewest({ who: caller.name, subject: name, version });
      return run === undefined ? {} : { run };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/usage/stop', role: 'operate', unaudited: 'reads' },
      ...{ about: 'Ends it: what was counted by then is told.', input: runQuestion, output: runStopped },
    },
    async ({ name, run }, { caller }) => ({ stopped: usages.stop(run, caller.name, name) }),
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/ignored', role: 'read', forMasked: true },
      ...{ about: 'Paths that this site ignores, with their reasons.' },
      ...{ input: unignoreQuestion.pick({ name: true }), output: ignoredAnswer },
    },
    async ({ name }, { caller }) => {
      const { own } = draftSiteOf(desk);
      const running = own === undefined ? '' : (readTextIn(own, ignoredFile) ?? '');
      const { draft } = await readDrafts(draftSiteOf(desk), ownerOf(caller, name));
      const before = new Set(listIgnoredRows(running, name).map(keyOf));
      const rows = listIgnoredRows(draft?.texts[ignoredFile] ?? running, name);
      return {
        rows: rows.map((row) => ({ path: row.path, reason: row.reason, isDraft: !before.has(keyOf(row)) })),
      };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/ignored', role: 'administer', unaudited: 'draft' },
      ...{
        about: 'Lets a path go, with a reason: in the draft.',
        input: ignoreQuestion,
        output: draftAnswer,
      },
    },
    async ({ name, path, reason: said }, { caller }) => {
      const reason = tidyReason(said);
      if (reason === '') throw buildProblem('reason-needed');
      if (!canBeIgnored(path)) throw buildProblem('not-alone');
      requireFolder(desk);
      const kept = await changeDraft(draftSiteOf(desk), ownerOf(caller, name), (read) => ({
        [ignoredFile]: addIgnoredRow(read(ignoredFile), { mapping: name, path, reason }),
      }));
      return answerDraft(kept);
    },
  ),
  route(
    {
      ...{ method: 'DELETE', path: '/mappings/:name/ignored', role: 'administer', unaudited: 'draft' },
      ...{ about: 'Takes that back: in the draft.', input: unignoreQuestion, output: draftAnswer },
    },
    async ({ name, path }, { caller }) => {
      requireFolder(desk);
      const kept = await changeDraft(draftSiteOf(desk), ownerOf(caller, name), (read) => ({
        [ignoredFile]: removeIgnoredRow(read(ignoredFile) ?? '', { mapping: name, path }),
      }));
      return answerDraft(kept);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/rules', role: 'administer', unaudited: 'draft' },
      ...{ about: 'Puts a rule for a member of the target into the draft.' },
      ...{ input: ruleQuestion, output: draftAnswer },
    },
    async ({ name, target, expression }, { caller }) => {
      requireFolder(desk);
      const file = `${name}.yaml`;
      const { delivered } = readMappingTexts(name, desk.config().mappings) ?? {};
      const kept = await changeDraft(draftSiteOf(desk), ownerOf(caller, name), (read) => {
        const inserted = insertRule(read(file) ?? beginOwnText(name, delivered), target, expression);
        if (typeof inserted === 'string') throw buildProblem(inserted);
        return { [file]: inserted.text };
      });
      return answerDraft(kept);
    },
  ),
];

export const beginOwnText = (name: string, delivered: string | undefined): string =>
  `mapping: ${name}\n${delivered === undefined ? '' : `extends: scsn-gateway/${name}\n`}`;

const keyOf = ({ path, reason }: { readonly path: string; readonly reason: string }): string =>
  JSON.stringify([path, reason]);

export function answerDraft(kept: KeptDraft | undefined) {
  if (kept === undefined) throw buildProblem('draft-elsewhere');
  return { edition: kept.edition, at: kept.at, running: kept.base };
}

export function requireFolder(desk: Desk): void {
  if (desk.config().mappings === undefined) throw buildProblem('no-folder');
}

function lookAt(usages: TrialDesk['usages'], ...run: Parameters<TrialDesk['usages']['look']>) {
  try {
    return usages.look(...run);
  } catch (error) {
    if (error instanceof BrokenMappings) throw buildProblem('mapping-broken');
    throw error;
  }
}

function describeUsage(desk: Desk, name: string, report: DatedUsageReport): UsageAnswer {
  const site = siteOf(desk);
  const files = new FileNames(site);
  const meanings = readMeanings(name, 'source', foldersOf(site.own));
  const own = report.mappings.find(({ mapping }) => mapping === name);
  const describePart = ({ name: of, place, text }: RulePart): RulePart => ({
    ...{ name: of, place: files.nameOf(place), text: text.slice(0, 200) },
  });
  return {
    kind: 'done',
    at: report.at,
    ...{ messages: report.messages, reached: own?.messages ?? 0, stopped: report.stopped !== undefined },
    notRun: report.notRun.map(({ why, count }) => ({ why, count })),
    lost: (own?.lost ?? []).map((one) => ({
      ...one,
      examples: one.examples.map((example) => ({ ...example })),
      meaning: meanings.get(one.path.replace(/^\/[^/]*\//, '')) ?? '',
      canBeIgnored: canBeIgnored(one.path),
    })),
    unfilled: (own?.unfilled ?? []).map(describePart),
    neverTrue: (own?.neverTrue ?? []).map(describePart),
  };
}
