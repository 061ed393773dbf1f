import { z } from 'zod';
import { openDescriptions } from '../../../formats/description-folders.ts';
import { inferredTypes } from '../../../formats/infer/guess-type.ts';
import { applyDraft, type DraftTexts } from '../../../workbench/drafts/draft-files.ts';
import { acceptFixture } from '../../../workbench/drafts/draft-fixtures.ts';
import { changeDraft, readDraftFolder, readDrafts } from '../../../workbench/drafts/keep-draft.ts';
import { foldersOf } from '../../../workbench/overlay/list-mappings.ts';
import { listMappingNames } from '../../../workbench/overlay/named-mapping.ts';
import { withStagedFolder } from '../../../workbench/publish/folder-publication.ts';
import { cutSample, sampleLimits } from '../../../workbench/sample/cut-sample.ts';
import {
  discardSample,
  keepSampleFile,
  keepSampleNotes,
  readKeptSample,
  type SampleSite,
} from '../../../workbench/sample/kept-sample.ts';
import { listSampleTexts, type SampleFiles, sampleCase } from '../../../workbench/sample/sample-files.ts';
import type { KeptQuestion } from '../../../workbench/sample/try-kept-format.ts';
import type { SampleQuestion } from '../../../workbench/sample/try-sample.ts';
import type { TrialDesk } from '../../../workbench/trial/trial-desk.ts';
import type { Desk } from '../../desk.ts';
import { ApiProblem } from '../../kit/api-problem.ts';
import { type Caller, type RequestContext, type Route, route } from '../../kit/route.ts';
import {
  notesAnswer,
  notesQuestion,
  type SampleAnswer,
  type SampleDraftAnswer,
  sampleAnswer,
  sampleDraftAnswer,
  sampleDraftQuestion,
  sampleNotes,
  sampleQuestion,
  sampleTrialAnswer,
  sampleTrialQuestion,
  whichSample,
} from '../../model/workbench/sample-model.ts';
import { draftSiteOf } from '../mapping-drafts.ts';
import { requireAnswer, siteOf } from '../mapping-trials.ts';
import { FileNames } from '../render/file-names.ts';
import { renderSampleTrial } from '../render/sample-trial.ts';
import { askKept, findKeptFormat, findUsualSample, keepChangedFormat } from './kept-formats.ts';
import { requireFolder } from './lost-routes.ts';
import { buildProblem } from './workbench-problems.ts';

const nothing = z.strictObject({});

/** A new format from a sample: what is recognised, what a person says of it, and the draft that it becomes. */
export const formatSampleRoutes = (desk: Desk, trials: TrialDesk): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/formats/sample', role: 'administer' },
      ...{ about: 'The sample that this user works on.', input: whichSample, output: sampleAnswer },
    },
    async ({ mapping }, { caller }) => await describeKept(desk, caller, mapping),
  ),
  route(
    {
      ...{ method: 'PUT', path: '/formats/sample', role: 'administer', unaudited: 'draft' },
      ...{ about: 'Another sample: a file, or what a message came as.' },
      ...{ input: sampleQuestion, output: sampleAnswer },
    },
    async ({ given, mapping }, { caller }) => {
      const { path, bytes } = await readGiven(desk, caller, given, mapping);
      if (bytes.length === 0) throw buildProblem('sample-empty');
      if (bytes.length > sampleLimits.bytes) throw buildProblem('sample-large');
      const { bytes: used, lines, isCut } = cutSample(bytes);
      const base64 = Buffer.from(used).toString('base64');
      await keepSampleFile(
        sampleSiteOf(desk),
        { who: caller.name, mapping },
        { path, base64, size: bytes.length, lines, isCut },
      );
      return await describeKept(desk, caller, mapping);
    },
  ),
  route(
    {
      ...{ method: 'DELETE', path: '/formats/sample', role: 'administer', unaudited: 'draft' },
      ...{ about: 'Throws the sample away, and what was said of it.' },
      ...{ input: whichSample, output: nothing },
    },
    async ({ mapping }, { caller }) => {
      await discardSample(sampleSiteOf(desk), { who: caller.name, mapping });
      return {};
    },
  ),
  route(
    {
      ...{ method: 'PUT', path: '/formats/sample/notes', role: 'administer', unaudited: 'draft' },
      ...{ about: 'Keeps what is said of the sample.', input: notesQuestion, output: notesAnswer },
    },
    async ({ notes, seen, mapping }, { caller }) => {
      const owner = { who: caller.name, mapping };
      const kept = await keepSampleNotes(sampleSiteOf(desk), owner, JSON.stringify(notes), seen);
      if (kept === undefined) throw buildProblem('draft-elsewhere');
      return { edition: kept.edition, at: kept.at };
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/formats/sample/trial', role: 'administer', unaudited: 'reads' },
      ...{ about: 'What is recognised in the sample, and its documents as SCSN.' },
      ...{ input: sampleTrialQuestion, output: sampleTrialAnswer },
    },
    async ({ page, notes, document, mapping }, context) => {
      const { name, corrections } = notes;
      const asked = { name: formatName(name), corrections, document };
      const question = await buildQuestion(desk, context, asked, mapping);
      const worker = trials.workerFor(siteOf(desk));
      const reply = await worker.recogniseSample(`${context.caller.name} ${page}`, question);
      return renderSampleTrial(reply, new FileNames(siteOf(desk)), context);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/formats/sample/draft', role: 'administer', unaudited: 'draft' },
      ...{
        about:
          'Puts format, mapping and a fixture of the sample into a draft; of a kept format what was changed.',
      },
      ...{ input: sampleDraftQuestion, output: sampleDraftAnswer },
    },
    async ({ mask, mapping, ...asked }, context) => {
      requireFolder(desk);
      if (desk.config().workbench === 'readOnly') throw buildProblem('read-only');
      if (mapping !== undefined) return await changeKept(desk, trials, { ...asked, mapping }, context);
      const question = await buildQuestion(desk, context, asked);
      const worker = trials.workerFor(siteOf(desk));
      const reply = await worker.draftSample(question, context.signal);
      const files = requireAnswer(reply);
      if (files === undefined) throw buildProblem('no-format');
      await refuseTakenName(desk, asked.name, files.mapping, context.caller.name);
      await keepAsDraft(desk, context.caller.name, files, mask);
      await discardSample(sampleSiteOf(desk), { who: context.caller.name });
      return { mapping: files.mapping, fixture: sampleCase };
    },
  ),
];

const sampleSiteOf = (desk: Desk): SampleSite => ({
  journal: { drafts: desk.journal.drafts },
  write: (use) => desk.access.write(use),
});

/** A format that is kept already, with what was said of it beside a sample. Rejects with ApiProblem. */
async function changeKept(
  desk: Desk,
  trials: TrialDesk,
  {
    mapping,
    ...asked
  }: Pick<SampleQuestion, 'name' | 'corrections' | 'document'> & { readonly mapping: string },
  context: RequestContext,
): Promise<SampleDraftAnswer> {
  const { caller, language } = context;
  const found = await findKeptFormat(desk, mapping, caller);
  const bytes = await readSampleBytes(desk, caller, mapping);
  const worker = trials.workerFor(siteOf(desk));
  const question = askKept(found, { ...asked, bytes, language });
  const trial = requireAnswer(await worker.recogniseSample(`${caller.name} ${mapping}`, question));
  const isUsable =
    trial.kind === 'recognised' &&
    !trial.findings.some(({ severity, file = '' }) => severity === 'error' && file === `${found.name}.yaml`);
  if (!isUsable) throw buildProblem('no-format');
  await keepChangedFormat(desk, caller.name, found, trial);
  await discardSample(sampleSiteOf(desk), { who: caller.name, mapping });
  return { mapping };
}

async function describeKept(desk: Desk, caller: Caller, mapping: string | undefined): Promise<SampleAnswer> {
  const kept = await readKeptSample(sampleSiteOf(desk), { who: caller.name, mapping });
  const format = mapping === undefined ? {} : { format: (await findKeptFormat(desk, mapping, caller)).name };
  const { mappings, workbench } = desk.config();
  const common = {
    ...{ hasFolder: mappings !== undefined, mayPublish: workbench !== 'readOnly', edition: 0 },
    types: [...inferredTypes],
    ...{ mostBytes: sampleLimits.bytes, mostLines: sampleLimits.lines },
    ...format,
  };
  if (kept === undefined) return common;
  const { file, notes } = kept;
  const { path, size, lines, isCut } = file;
  const said = notes && sampleNotes.safeParse(JSON.parse(notes.content)).data;
  return {
    ...common,
    file: { path, size, lines, isCut },
    ...(notes === undefined ? {} : { edition: notes.edition, at: notes.at }),
    ...(said === undefined ? {} : { notes: said }),
  };
}

async function readGiven(
  desk: Desk,
  caller: Caller,
  given: z.output<typeof sampleQuestion>['given'],
  mapping: string | undefined,
): Promise<{ readonly path: string; readonly bytes: Uint8Array }> {
  if (given.kind === 'file') return { path: given.path, bytes: Buffer.from(given.base64, 'base64') };
  if (given.kind === 'message') return await readOriginal(desk, given.id);
  const usual =
    mapping === undefined
      ? undefined
      : await findUsualSample(desk, await findKeptFormat(desk, mapping, caller));
  if (usual === undefined) throw buildProblem('no-sample');
  return 'message' in usual ? await readOriginal(desk, usual.message) : usual;
}

async function readOriginal(desk: Desk, id: number) {
  const message = await desk.journal.pages.message(id);
  const bytes = message && (await desk.journal.pages.part(id, 'received'));
  if (message === undefined || bytes === undefined) throw buildProblem('no-document');
  return { path: message.name, bytes };
}

/** While it has no name yet. */
const formatName = (name: string): string => (/^[a-z0-9][a-z0-9-]{0,99}$/.test(name) ? name : 'sample');

async function buildQuestion(
  desk: Desk,
  { caller, language }: RequestContext,
  asked: Pick<SampleQuestion, 'name' | 'corrections' | 'document'>,
  mapping?: string,
): Promise<SampleQuestion | KeptQuestion> {
  const bytes = await readSampleBytes(desk, caller, mapping);
  if (mapping === undefined) return { ...asked, bytes, language };
  return askKept(await findKeptFormat(desk, mapping, caller), { ...asked, bytes, language });
}

/** Rejects with ApiProblem where there is none. */
async function readSampleBytes(
  desk: Desk,
  { name: who }: Caller,
  mapping: string | undefined,
): Promise<Uint8Array> {
  const kept = await readKeptSample(sampleSiteOf(desk), { who, mapping });
  if (kept === undefined) throw buildProblem('no-sample');
  return Buffer.from(kept.file.base64, 'base64');
}

/** What there is already would be another thing with the same name. */
async function refuseTakenName(desk: Desk, name: string, mapping: string, who: string): Promise<void> {
  const folders = foldersOf(desk.config().mappings);
  const isTaken =
    openDescriptions(folders).names.includes(name) || listMappingNames(folders).includes(mapping);
  const { draft } = await readDrafts(draftSiteOf(desk), { who, mapping });
  if (isTaken || draft !== undefined) throw takenName(name, mapping);
}

async function keepAsDraft(desk: Desk, who: string, files: SampleFiles, mask: boolean): Promise<void> {
  const site = draftSiteOf(desk);
  const running = readDraftFolder(site, undefined);
  const bytes = mask ? await maskDocument(desk, files) : files.document.bytes;
  const texts = listSampleTexts(files, bytes);
  const accepted = await acceptFixture(applyDraft(running, texts), files.mapping, files.fixture);
  const expected: DraftTexts = accepted.kind === 'changed' ? accepted.texts : {};
  const kept = await changeDraft(site, { who, mapping: files.mapping }, () => ({ ...texts, ...expected }));
  if (kept === undefined) throw buildProblem('draft-elsewhere');
}

/** With the format that the draft describes, which no folder has yet. */
async function maskDocument(desk: Desk, files: SampleFiles): Promise<Uint8Array> {
  const { texts, document } = files;
  const staged = applyDraft(new Map(), texts);
  const [path = ''] = Object.keys(texts);
  const format = path.replace(/^formats\/|\.yaml$/g, '');
  const masked = await withStagedFolder(staged, (own) =>
    desk.masks.mask({
      ...{ bytes: document.bytes, document: format, direction: 'inbound', folders: foldersOf(own) },
      ...{ apart: `sample ${format}`, isPublic: true },
    }),
  );
  if (masked === undefined) throw buildProblem('sample-not-maskable');
  return masked;
}

const takenName = (name: string, mapping: string): ApiProblem =>
  new ApiProblem(409, 'there-already', {
    en: `There is a format ${name} or a mapping ${mapping} already: take another name.`,
    nl: `Er is al een formaat ${name} of een mapping ${mapping}: neem een andere naam.`,
  });
