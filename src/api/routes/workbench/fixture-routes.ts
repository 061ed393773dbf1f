import { join } from 'node:path';
import { journalText } from '../../../findings/journal-texts.ts';
import { explainKeptReason } from '../../../findings/localized-text.ts';
import { listFixtures } from '../../../mapping/fixtures/run-fixtures.ts';
import { packageFolder } from '../../../pipeline/channel/mapping-folders.ts';
import { notReplayableReasons } from '../../../replay/rerun/not-replayable.ts';
import { renderTrialEnd } from '../../../wording/mappings/trial-end.ts';
import {
  acceptFixture,
  type MadeDraftFixture,
  makeDraftFixture,
  runDraftFixtures,
} from '../../../workbench/drafts/draft-fixtures.ts';
import {
  changeDraft,
  type DraftOwner,
  readDraftFolder,
  readDrafts,
} from '../../../workbench/drafts/keep-draft.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import { listFixtureNames } from '../../../workbench/versions/restored-folder.ts';
import type { Desk } from '../../desk.ts';
import { ApiProblem } from '../../kit/api-problem.ts';
import { type Route, route } from '../../kit/route.ts';
import {
  acceptQuestion,
  type FixtureRunAnswer,
  fixtureRunAnswer,
  fixturesAnswer,
  type MakeAnswer,
  makeAnswer,
  makeQuestion,
} from '../../model/mapping-fixtures-model.ts';
import { runBegun, runQuestion } from '../../model/mapping-lost-model.ts';
import { draftAnswer } from '../../model/mapping-model.ts';
import { draftSiteOf, hashMappingsWith, ownerOf } from '../mapping-drafts.ts';
import { replaySiteOf, siteOf } from '../mapping-trials.ts';
import { FileNames } from '../render/file-names.ts';
import { answerDraft, requireFolder } from './lost-routes.ts';
import { buildProblem } from './workbench-problems.ts';

/** Milliseconds after which a run of fixtures is given up; its thread ends by itself before. */
const fixturesPatience = 120_000;

/** Fixtures of one's own, with the draft. */
export const mappingFixtureRoutes = (
  desk: Desk,
  { fixtures }: Pick<TrialDesk, 'fixtures'>,
): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/fixtures', role: 'read', forMasked: true },
      ...{
        about: 'The fixtures of a mapping.',
        input: acceptQuestion.pick({ name: true }),
        output: fixturesAnswer,
      },
    },
    async ({ name }, { caller }) => {
      const { files, draft } = await readFolderOf(desk, ownerOf(caller, name));
      const drafted = Object.keys(draft?.texts ?? {});
      const version = await hashMappingsWith(desk, draft);
      const run = fixtures.findNewest({ who: caller.name, subject: name, version });
      const delivered = listFixtures(join(packageFolder('mappings'), 'fixtures'));
      return {
        own: [...listFixtureNames(name, files)].sort().map((one) => ({
          ...{ name: one, isDraft: drafted.some((path) => path.startsWith(`fixtures/${one}/`)) },
        })),
        delivered: delivered.filter((one) => one.startsWith(`${name}.`)).length,
        ...(run === undefined ? {} : { run }),
      };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/fixtures/run', role: 'administer', unaudited: 'reads' },
      ...{
        about: 'Begins to run them with the draft.',
        input: acceptQuestion.pick({ name: true }),
        output: runBegun,
      },
    },
    async ({ name }, { caller, language }) => {
      const { files, draft } = await readFolderOf(desk, ownerOf(caller, name));
      const version = await hashMappingsWith(desk, draft);
      const run = await fixtures.start({
        ...{ who: caller.name, subject: name, version, patience: fixturesPatience },
        work: () => runDraftFixtures(files, name, language),
      });
      if (run === undefined) throw buildProblem('too-much-at-once');
      return { run };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/mappings/:name/fixtures/run', role: 'administer' },
      ...{ about: 'What came of it.', input: runQuestion, output: fixtureRunAnswer },
    },
    async ({ name, run }, { caller, language }): Promise<FixtureRunAnswer> => {
      const state = fixtures.look(run, caller.name, name);
      if (state === undefined) throw buildProblem('no-run');
      if (state.kind === 'working') return { ...state };
      const { outcome } = state;
      if (outcome.kind === 'superseded') throw buildProblem('no-run');
      if (outcome.kind !== 'answer') return { kind: 'no-end', ...renderTrialEnd(outcome, language) };
      const names = new FileNames(siteOf(desk));
      return {
        kind: 'done',
        results: outcome.answer.map(({ name: one, differences }) => ({
          name: one,
          differences: differences.slice(0, mostLines).map((line) => withoutStaged(names.cleanText(line))),
        })),
      };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/fixtures/accept', role: 'administer', unaudited: 'draft' },
      ...{ about: 'What a fixture gives becomes what it expects: in the draft.' },
      ...{ input: acceptQuestion, output: draftAnswer },
    },
    async ({ name, fixture }, { caller }) => {
      requireFolder(desk);
      const owner = ownerOf(caller, name);
      const { files } = await readFolderOf(desk, owner);
      const accepted = await acceptFixture(files, name, fixture);
      if (accepted.kind === 'no-fixture') throw buildProblem('no-fixture');
      if (accepted.kind === 'no-end') throw buildProblem('no-end');
      return answerDraft(await changeDraft(draftSiteOf(desk), owner, () => accepted.texts));
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/fixtures/make', role: 'administer', unaudited: 'draft' },
      ...{ about: 'A masked fixture of a message: in the draft.', input: makeQuestion, output: makeAnswer },
    },
    async ({ name, message, case: named, keep }, { caller }): Promise<MakeAnswer> => {
      requireFolder(desk);
      const owner = ownerOf(caller, name);
      const { files } = await readFolderOf(desk, owner);
      const site = await replaySiteOf(desk);
      const made = await makeDraftFixture(site, files, { mapping: name, message, name: named, keep });
      if (made.kind === 'stays-readable')
        return { kind: 'stays-readable', kept: made.kept.map(describeKept) };
      if (made.kind !== 'made') throw refuseToMake(made);
      const { texts, fixture, kept } = made;
      const draft = answerDraft(await changeDraft(draftSiteOf(desk), owner, () => texts));
      const shown = Object.entries(texts).map(([path, text]) => ({
        path,
        text: text.slice(0, longestShown),
      }));
      return { kind: 'made', fixture, files: shown, kept: kept.map(describeKept), draft };
    },
  ),
];

/** Lines of one fixture, and characters of one file, that go over the line. */
const mostLines = 1000;
const longestShown = 100_000;

/** The folder with this person's draft in it, and the draft. */
async function readFolderOf(desk: Desk, owner: DraftOwner) {
  const site = draftSiteOf(desk);
  const { draft } = await readDrafts(site, owner);
  return { files: readDraftFolder(site, draft), draft };
}

/** Where the copy lies is nobody's business. */
const withoutStaged = (line: string): string => line.replace(/\S*[\\/]mappings-\w{6}[\\/]/g, '');

const describeKept = ({
  name,
  text,
  now,
}: {
  readonly name: string;
  readonly text: string;
  readonly now: string;
}) => ({
  ...{ name, text, now },
});

type Refused = Exclude<MadeDraftFixture, { readonly kind: 'made' | 'stays-readable' }>;

function refuseToMake(refused: Refused): ApiProblem {
  if (refused.kind === 'no-end') return buildProblem('no-end');
  if (refused.kind === 'not-possible')
    return new ApiProblem(409, 'not-possible', explainKeptReason(refused.reason));
  if (refused.kind === 'not-replayable')
    return new ApiProblem(409, 'not-replayable', {
      en: `This message cannot be run again, because ${notReplayableReasons[refused.why]}.`,
      nl: `Dit bericht kan niet opnieuw: ${journalText(notReplayableReasons[refused.why], 'nl')}.`,
    });
  if (refused.kind === 'other-mapping')
    return new ApiProblem(409, 'other-mapping', {
      en: `This message was made by ${refused.mapping}: make its fixture there.`,
      nl: `Dit bericht is gemaakt door ${refused.mapping}: maak het testgeval daar.`,
    });
  return buildProblem(refused.kind === 'there-already' ? 'fixture-there-already' : refused.kind);
}
