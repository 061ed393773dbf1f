import { z } from 'zod';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { openReplaySite } from '../../replay/rerun/open-replay-site.ts';
import type { Language } from '../../types.ts';
import { renderRefusedPublication } from '../../wording/mappings/refused-publication.ts';
import { listStoppedOutcomes } from '../../workbench/publish/folder-edit.ts';
import type { PublicationSite } from '../../workbench/publish/publication-site.ts';
import type { DraftOutcome } from '../../workbench/publish/publish-draft.ts';
import { findReasonNeeded, type PublicationPlan } from '../../workbench/publish/publish-edit.ts';
import type { TrialDesk } from '../../workbench/trial/trial-desk.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Route, route } from '../kit/route.ts';
import {
  mappingName,
  type PublicationAnswer,
  type PublishedAnswer,
  publicationAnswer,
  publicationBegun,
  publishedAnswer,
  publishQuestion,
} from '../model/mapping-model.ts';
import { computeBase, readDrafts } from './mapping-drafts.ts';
import { describeFinding, FileNames, siteOf } from './mapping-trials.ts';

/** Days of messages that a draft is compared with. */
const comparedDays = 30;

/** Milliseconds that a comparison may take; what was compared by then counts. */
const comparePatience = 120_000;

/** From draft to what runs, in two steps: what it would have done, then yes. */
export const mappingPublicationRoutes = (desk: Desk, { publisher, missing }: TrialDesk): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/publication', role: 'administer' },
      ...{
        about:
          'Begins to check a draft, to run its fixtures and to compare it with a month. Nothing is written.',
        input: z.strictObject({ name: mappingName }),
        output: publicationBegun,
      },
    },
    async ({ name }, { caller }) => {
      const { draft } = await readDrafts(desk, name, caller.name);
      if (draft === undefined) throw noPlan;
      if (draft.base !== computeBase(desk, name, Object.keys(draft.files))) throw publishedMeanwhile;
      const since = new Date(desk.now().getTime() - comparedDays * 86_400_000).toISOString();
      const files = new Map(Object.entries(draft.files).map(([path, text]) => [path, Buffer.from(text)]));
      const site = await publicationSiteOf(desk);
      return { token: await publisher.start(site, { who: caller.name, files, since }, comparePatience) };
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
    async ({ token }, { caller, language }) => {
      const outcome = await publisher.look(token, caller.name);
      if (outcome === undefined) throw noPlan;
      return describeOutcome(desk, token, outcome, language);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/publish', role: 'administer' },
      ...{ about: 'Publishes a draft that was compared.', input: publishQuestion, output: publishedAnswer },
    },
    async ({ name, token, reason }, { caller, language }): Promise<PublishedAnswer> => {
      const site = await publicationSiteOf(desk);
      const done = await publisher.publish(site, { token, who: caller.name, reason });
      if (done === undefined) throw noPlan;
      if (done.kind === 'refused') return { kind: 'refused', text: renderRefusedPublication(done, language) };
      await desk.access.write((journal) => journal.drafts.removeDraft(caller.name, `mapping ${name}`));
      missing.forget();
      const versions = done.versions.map(({ name: of, number }) => ({
        name: of,
        ...(number === undefined ? {} : { number }),
      }));
      return { kind: 'published', id: done.id, freed: done.freed.length, versions };
    },
  ),
];

function describeOutcome(
  desk: Desk,
  token: string,
  outcome: DraftOutcome | { readonly kind: 'working' },
  language: Language,
): PublicationAnswer {
  if (outcome.kind === 'same' || outcome.kind === 'working') return { kind: outcome.kind };
  if (outcome.kind === 'plan') return describePlan(token, outcome);
  const names = new FileNames(siteOf(desk));
  const findings = 'findings' in outcome ? outcome.findings : [];
  return {
    kind: 'refused',
    text: renderRefusedPublication(outcome, language),
    findings: findings.map((one) => describeFinding(withoutFolder(one), names)),
  };
}

async function publicationSiteOf(desk: Desk): Promise<PublicationSite> {
  const config = desk.config();
  const { journal, access } = desk;
  const replay = await openReplaySite(config, journal);
  return {
    ...replay,
    channels: buildChannels(config),
    folders: resolveOwnFolders(config),
    access: { journal, write: (use) => access.write(use) },
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
    ...{ token, files: [...changes.write] },
    ...(needed === undefined ? {} : { needsReason: needed }),
    messages: report.messages,
    of: report.of,
    same: report.same,
    otherwise: report.otherwise,
    controlled: report.controlled,
    onceMore: report.onceMore.count,
    freed: report.freed.length,
    outcomes: report.outcomes.map((one) => ({
      ...{ from: one.from, to: one.to, why: one.why, count: one.count, isStopped: stopped.has(one) },
    })),
    paths: report.paths.slice(0, 20).map(({ path, count, messages }) => ({ path, count, messages })),
  };
}

const publishedMeanwhile = new ApiProblem(409, 'published-meanwhile', {
  en: 'Somebody else has published this mapping since you began. Look at what runs first; your draft is kept.',
  nl: 'Iemand anders heeft deze mapping gepubliceerd sinds u begon. Bekijk eerst wat draait; uw concept is bewaard.',
});

const noPlan = new ApiProblem(409, 'no-plan', {
  en: 'This comparison is no longer kept. Compare again, then publish.',
  nl: 'Deze vergelijking is niet meer bewaard. Vergelijk opnieuw en publiceer dan.',
});
