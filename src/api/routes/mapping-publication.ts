import { z } from 'zod';
import { planFreedRetry } from '../../operator/decisions/bulk-plan.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { listUnknown } from '../../replay/compare/compare-report.ts';
import { subtractDays } from '../../time/instants.ts';
import type { Language } from '../../types.ts';
import { freedReason } from '../../wording/mappings/freed-reason.ts';
import { renderRefusedPublication } from '../../wording/mappings/refused-publication.ts';
import { discardDraft, readDrafts } from '../../workbench/drafts/keep-draft.ts';
import { listStoppedOutcomes } from '../../workbench/publish/folder-edit.ts';
import type { PublicationSite } from '../../workbench/publish/publication-site.ts';
import type { DraftOutcome } from '../../workbench/publish/publish-draft.ts';
import { findReasonNeeded, type PublicationPlan } from '../../workbench/publish/publish-edit.ts';
import type { TrialDesk } from '../../workbench/trial/trial-desk.ts';
import type { Desk } from '../desk.ts';
import { type Route, route } from '../kit/route.ts';
import { mappingName } from '../model/mapping-model.ts';
import {
  type OthersWork,
  type PublicationAnswer,
  type PublishedAnswer,
  publicationAnswer,
  publicationBegun,
  publicationQuestion,
  publishedAnswer,
  publishQuestion,
} from '../model/workbench/publication-model.ts';
import { draftSiteOf, ownerOf } from './mapping-drafts.ts';
import { describeFinding, replaySiteOf, siteOf } from './mapping-trials.ts';
import { FileNames } from './render/file-names.ts';
import { buildProblem } from './workbench/workbench-problems.ts';

/** Days of messages that a draft is compared with. */
export const comparedDays = 30;

/** Milliseconds that a comparison may take; what was compared by then counts. */
export const comparePatience = 120_000;

/** From draft to what runs, in two steps: what it would have done, then yes. */
export const mappingPublicationRoutes = (
  desk: Desk,
  { publisher }: Pick<TrialDesk, 'publisher'>,
): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/publication', role: 'administer', unaudited: 'reads' },
      ...{
        about:
          'Begins to check a draft, to run its fixtures and to compare it with a month. Nothing is written.',
        input: publicationQuestion,
        output: publicationBegun,
      },
    },
    async ({ name, onto }, { caller, language }) => {
      const owner = ownerOf(caller, name);
      const { draft } = await readDrafts(draftSiteOf(desk), owner);
      if (draft === undefined) throw buildProblem('no-plan');
      const since = subtractDays(desk.now(), comparedDays);
      const site = await publicationSiteOf(desk, language);
      const token = await publisher.start(site, { ...draft, owner, since, onto }, comparePatience);
      if (token === undefined) throw buildProblem('too-much-at-once');
      return { token };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/publication', role: 'administer' },
      ...{
        about: 'How far that is, and what it came to.',
        input: z.strictObject({ name: mappingName, token: z.string().max(64) }),
        output: publicationAnswer,
      },
    },
    async ({ name, token }, { caller, language }) => {
      const state = publisher.look(token, ownerOf(caller, name));
      if (state === undefined) throw buildProblem('no-plan');
      return state.kind === 'working' ? { ...state } : describeOutcome(desk, token, state.outcome, language);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/publication/stop', role: 'administer', unaudited: 'reads' },
      ...{
        about: 'Ends the comparison: what was compared by then counts.',
        input: z.strictObject({ name: mappingName, token: z.string().max(64) }),
        output: z.strictObject({ stopped: z.boolean() }),
      },
    },
    async ({ name, token }, { caller }) => ({ stopped: publisher.stop(token, ownerOf(caller, name)) }),
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/publish', role: 'administer' },
      ...{ about: 'Publishes a draft that was compared.', input: publishQuestion, output: publishedAnswer },
    },
    async ({ name, token, reason, retry }, { caller, language }): Promise<PublishedAnswer> => {
      if (desk.config().workbench === 'readOnly') throw buildProblem('read-only');
      const site = await publicationSiteOf(desk, language);
      const owner = ownerOf(caller, name);
      const by = { who: owner.who, reason: reason.trim(), origin: 'page' } as const;
      const freed = retry ? (publisher.findPlan(token, owner)?.report.freed ?? []) : [];
      const author = { who: owner.who, reason: by.reason || freedReason[language] };
      const decision = await planFreedRetry(desk.journal.pages, { mapping: name, freed }, author);
      const done = await publisher.publish(site, token, owner, by, decision);
      if (done === undefined) throw buildProblem('no-plan');
      if (done.kind === 'refused') return { kind: 'refused', text: renderRefusedPublication(done, language) };
      // what another window has typed since stays, with what it began from
      if (done.edition !== undefined) await discardDraft(draftSiteOf(desk), owner, done.edition);
      const versions = done.versions.map(({ name: of, number }) => ({
        name: of,
        ...(number === undefined ? {} : { number }),
      }));
      const retried = decision?.messages.length ?? 0;
      return { kind: 'published', id: done.id, freed: done.freed.length, retried, versions };
    },
    ({ name, reason }, answer) =>
      answer?.kind === 'published' && answer.retried > 0
        ? { action: 'map publish-retry', object: name, detail: `${answer.retried}`, reason }
        : { action: 'map publish', object: name, reason },
  ),
];

function describeOutcome(
  desk: Desk,
  token: string,
  outcome: DraftOutcome,
  language: Language,
): PublicationAnswer {
  if (outcome.kind === 'same') return { kind: 'same' };
  if (outcome.kind === 'plan') return describePlan(token, outcome);
  const names = new FileNames(siteOf(desk));
  const findings = 'findings' in outcome ? outcome.findings : [];
  return {
    kind: 'refused',
    code: outcome.code,
    text: renderRefusedPublication(outcome, language),
    findings: findings.map((one) => describeFinding(withoutFolder(one), names)),
    ...('theirs' in outcome ? { others: describeOthers(outcome) } : {}),
  };
}

const describeOthers = ({
  since,
  theirs,
  ours,
  ...more
}: Extract<DraftOutcome, { readonly theirs: unknown }>): OthersWork => ({
  since: since.map(({ id, at, who, reason }) => ({ id, at, who, reason })),
  theirs: theirs.map((one) => ({ ...one })),
  ours: ours.map((one) => ({ ...one })),
  conflicts: 'conflicts' in more ? [...more.conflicts] : [],
});

export async function publicationSiteOf(desk: Desk, language: Language): Promise<PublicationSite> {
  const { access } = desk;
  const folders = resolveOwnFolders(desk.config());
  const replay = await replaySiteOf(desk);
  return {
    ...{ ...replay, folders, language },
    access: { journal: desk.journal.pages, write: (use) => access.write(use) },
  };
}

/** In the copy of a draft: the name of the file is what counts. */
const withoutFolder = <T extends { readonly file?: string }>({ file, ...finding }: T) => ({
  ...finding,
  ...(file === undefined ? {} : { file: file.split(/[\\/]/).slice(-2).join('/') }),
});

function describePlan(token: string, plan: PublicationPlan): PublicationAnswer {
  const { report, changes } = plan;
  const stopped = new Set(listStoppedOutcomes(report));
  const needed = findReasonNeeded(plan);
  return {
    kind: 'plan',
    ...{ token, files: [...changes.write], removed: [...changes.aside] },
    ...(needed === undefined ? {} : { needsReason: needed }),
    messages: report.messages,
    of: report.of,
    same: report.same,
    otherwise: report.otherwise,
    otherValues: report.otherValues,
    unknown: listUnknown(report).reduce((sum, { count }) => sum + count, 0),
    controlled: report.controlled,
    onceMore: report.onceMore.count,
    freed: report.freed.length,
    outcomes: report.outcomes.map((one) => ({
      ...{ from: one.from, to: one.to, why: one.why, count: one.count, isStopped: stopped.has(one) },
    })),
    paths: report.paths.slice(0, 20).map(({ path, count, messages }) => ({ path, count, messages })),
  };
}
