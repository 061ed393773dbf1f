import { journalText } from '../../../findings/journal-texts.ts';
import { diffLines, renderCanonicalLines } from '../../../mapping/compare/canonical-lines.ts';
import { resolveOwnFolders } from '../../../pipeline/runtime/runtime-snapshot.ts';
import { compareExample } from '../../../replay/compare/compare-example.ts';
import { renderHtmlReport } from '../../../replay/compare/report-html.ts';
import type { HashedResult } from '../../../replay/rerun/replay-result.ts';
import { subtractDays } from '../../../time/instants.ts';
import { renderLocalTime } from '../../../time/local-time.ts';
import type { Language } from '../../../types.ts';
import { renderUnusablePart } from '../../../wording/mappings/unusable-part.ts';
import { readDrafts } from '../../../workbench/drafts/keep-draft.ts';
import { compareDraft, type DraftComparison } from '../../../workbench/publish/compare-draft.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import type { Desk } from '../../desk.ts';
import { type Caller, type Route, route } from '../../kit/route.ts';
import {
  type ComparisonAnswer,
  comparisonAnswer,
  comparisonQuestion,
  type ExampleAnswer,
  exampleAnswer,
  exampleQuestion,
  pageAnswer,
  pageQuestion,
} from '../../model/mapping-compare-model.ts';
import { runBegun, runQuestion, runStopped } from '../../model/mapping-lost-model.ts';
import { draftSiteOf, ownerOf } from '../mapping-drafts.ts';
import { describeFinding, siteOf } from '../mapping-trials.ts';
import { FileNames } from '../render/file-names.ts';
import { listComparedGroups } from './compared-groups.ts';
import { buildProblem } from './workbench-problems.ts';

/** Milliseconds that a comparison may take; what was compared by then is told. */
const comparePatience = 900_000;

/** A draft held against what ran: over messages of days, of one channel or party. */
export const mappingCompareRoutes = (
  desk: Desk,
  { comparisons }: Pick<TrialDesk, 'comparisons'>,
): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/comparison', role: 'administer', unaudited: 'reads' },
      ...{ about: 'Begins to compare the draft with what ran. Nothing is written or sent.' },
      ...{ input: comparisonQuestion, output: runBegun },
    },
    async ({ name, days, channel, party }, { caller, language }) => {
      const [config, channels] = [desk.config(), desk.channels()];
      const { draft } = await readDrafts(draftSiteOf(desk), ownerOf(caller, name));
      if (draft === undefined) throw buildProblem('no-draft');
      const at = desk.now();
      const since = subtractDays(at, days);
      const selection = { since, channel, party: party?.trim() || undefined };
      const run = await comparisons.start({
        ...{ who: caller.name, subject: name, patience: comparePatience },
        work: async ({ signal, report }): Promise<DraftComparison> => ({
          ...{ selection, at: at.toISOString() },
          comparison: await compareDraft(
            { journal: desk.journal.pages, channels },
            { ...resolveOwnFolders(config), language },
            draft.texts,
            selection,
            { signal, progress: (done, of) => report({ done, of }) },
          ),
        }),
      });
      if (run === undefined) throw buildProblem('too-much-at-once');
      return { run };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/comparison', role: 'administer' },
      ...{ about: 'How far that is, and what it came to.', input: runQuestion, output: comparisonAnswer },
    },
    async ({ name, run }, { caller, language }) => {
      const state = comparisons.look(run, caller.name, name);
      if (state === undefined) throw buildProblem('no-run');
      return state.kind === 'working' ? { ...state } : describeComparison(desk, state.outcome, language);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/comparison/stop', role: 'administer', unaudited: 'reads' },
      ...{ about: 'Ends it: what was compared by then is told.', input: runQuestion, output: runStopped },
    },
    async ({ name, run }, { caller }) => ({ stopped: comparisons.stop(run, caller.name, name) }),
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/comparison/example', role: 'administer' },
      ...{ about: 'What both versions make of one message.', input: exampleQuestion, output: exampleAnswer },
    },
    async ({ name, run, message }, { caller, language }): Promise<ExampleAnswer> => {
      const { versions } = requireCompared(comparisons, { name, run }, caller);
      const found = await compareExample(desk.journal.pages, versions, message);
      if (found === undefined) return { kind: 'not-run-again', text: notRunAgain[language] };
      const { running, edited, bytes } = found.results;
      const file = bytes?.format.startsWith('exchange/') ? 'x.json' : 'x.xml';
      const lines = [bytes?.running, bytes?.edited].map((one) =>
        one === undefined ? [] : renderCanonicalLines(Buffer.from(one).toString('utf8'), file),
      );
      const { purchaseOrderNumber: order } = found.message;
      return {
        kind: 'compared',
        ...{ message, ...(order === undefined ? {} : { order }) },
        running: describeSide(running, bytes?.running, language),
        edited: describeSide(edited, bytes?.edited, language),
        lines: diffLines(lines[0] ?? [], lines[1] ?? []).slice(0, mostLines),
      };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/comparison/page', role: 'administer' },
      ...{ about: 'The comparison as one page to keep and sign.', input: pageQuestion, output: pageAnswer },
    },
    async ({ name, run, masked }, { caller, language }) => {
      const { report, at, since } = requireCompared(comparisons, { name, run }, caller);
      const title = [
        describeDraftOf(caller.name, name, since, language),
        `${language === 'nl' ? 'Gemaakt op' : 'Made at'} ${renderLocalTime(at)}`,
      ];
      return { html: renderHtmlReport(report, { title: masked ? title.slice(1) : title, masked, language }) };
    },
  ),
];

function describeDraftOf(who: string, name: string, since: string | undefined, language: Language): string {
  const from = since && renderLocalTime(since);
  return language === 'nl'
    ? `Concept van ${who} voor ${name}; berichten sinds ${from ?? 'het begin'}`
    : `Draft of ${who} for ${name}; messages since ${from ?? 'ever'}`;
}

/** Lines of an example that go over the line. */
const mostLines = 2000;

const describeSide = (
  { said, reason, ended }: HashedResult,
  bytes: Uint8Array | undefined,
  language: Language,
) => ({
  ...{ said, reason: journalText(reason, language), hasDocument: bytes !== undefined },
  ...(ended === undefined ? {} : { code: ended }),
});

function requireCompared(
  comparisons: TrialDesk['comparisons'],
  { name, run }: { readonly name: string; readonly run: string },
  caller: Caller,
) {
  const state = comparisons.look(run, caller.name, name);
  if (state?.kind !== 'done' || state.outcome.comparison.kind !== 'compared') throw buildProblem('no-run');
  const { comparison, at, selection } = state.outcome;
  return { ...comparison, at, since: selection.since };
}

function describeComparison(
  desk: Desk,
  { comparison, at, selection: { since = at, channel, party } }: DraftComparison,
  language: Language,
): ComparisonAnswer {
  if (comparison.kind === 'same') return { kind: 'same' };
  const names = new FileNames(siteOf(desk));
  if (comparison.kind === 'unreadable') {
    const reason = names.cleanText(comparison.reason[language]);
    return { kind: 'not-usable', reason, findings: [] };
  }
  if (comparison.kind === 'not-usable') {
    const findings = comparison.findings.map((one) => describeFinding(one, names));
    const reason = names.cleanText(renderUnusablePart(comparison.part, language));
    return { kind: 'not-usable', reason, findings };
  }
  const { report } = comparison;
  const { messages, of, same, otherwise, otherValues, controlled, leftOut } = report;
  return {
    ...{ kind: 'done', at, since, messages, of, same, otherwise, otherValues, controlled },
    ...(channel === undefined ? {} : { channel }),
    ...(party === undefined ? {} : { party }),
    stopped: report.stopped !== undefined || report.endless > 0,
    groups: listComparedGroups(report, language),
    paths: report.paths.map((one) => ({ ...one })),
    leftOut: leftOut.outcomes + leftOut.reasons + leftOut.values,
    freed: [...report.freed],
  };
}

/** It belongs to what a comparison cannot tell of. */
const notRunAgain: Readonly<Record<Language, string>> = {
  en: 'This message cannot be run again: its documents are no longer kept, or its channel has gone.',
  nl: 'Dit bericht kan niet opnieuw: zijn documenten zijn niet meer bewaard, of zijn kanaal is er niet meer.',
};
