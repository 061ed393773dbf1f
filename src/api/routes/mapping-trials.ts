import { join } from 'node:path';
import type { z } from 'zod';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { openReplaySite } from '../../replay/rerun/open-replay-site.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { Finding, Language } from '../../types.ts';
import { renderTrialEnd } from '../../wording/mappings/trial-end.ts';
import { findDraftedDocument } from '../../workbench/drafts/drafted-mapping.ts';
import type { PlainProvenance } from '../../workbench/preview/preview-document.ts';
import type { SourceReference } from '../../workbench/sources/list-sources.ts';
import type { TracedValue } from '../../workbench/trial/trace-place.ts';
import {
  type KeptSource,
  keepSource,
  type TrialDesk,
  type TrialSite,
} from '../../workbench/trial/trial-desk.ts';
import type { TrialReply } from '../../workbench/trial/trial-reply.ts';
import type { TrialAnswer, TrialQuestion } from '../../workbench/trial/try-draft.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { mayAsk } from '../kit/api-router.ts';
import { type Caller, type RequestContext, type Route, route } from '../kit/route.ts';
import {
  type MappingFinding,
  type PreviewAnswer,
  type PreviewQuestion,
  previewAnswer,
  previewQuestion,
  type sourceQuestion,
  type TracedValueModel,
  traceAnswer,
  traceQuestion,
} from '../model/mapping-model.ts';
import { readDraftTexts } from './mapping-drafts.ts';
import { FileNames } from './render/file-names.ts';
import { notMaskable } from './render/masked-documents.ts';
import { buildProblem } from './workbench/workbench-problems.ts';

/** Edits that nobody has saved, tried while somebody types. */
export const mappingTrialRoutes = (desk: Desk, trials: TrialDesk): readonly Route[] => [
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/preview', role: 'read', forMasked: true },
      ...{ unaudited: 'reads' },
      ...{ about: 'What an edit makes of a document.', input: previewQuestion, output: previewAnswer },
    },
    async (asked, context) => {
      const start = performance.now();
      const { site, question } = await buildQuestion(desk, trials, asked, context);
      const reply = await trials.workerFor(site).tryEdit(pageOf(asked, context), question);
      return describeReply(reply, new FileNames(site), context, performance.now() - start);
    },
  ),
  route(
    {
      ...{ method: 'POST', path: '/mappings/:name/provenance', role: 'read', forMasked: true },
      ...{ unaudited: 'reads' },
      ...{
        about: 'Where values come from and where they go to: what somebody pointed at, both ways.',
        input: traceQuestion,
        output: traceAnswer,
      },
    },
    async ({ place, ...asked }, context) => {
      const { site, question } = await buildQuestion(desk, trials, asked, context);
      const files = new FileNames(site);
      const worker = trials.workerFor(site);
      const reply = await worker.traceEdit(pageOf(asked, context), question, files.placeOf(place));
      const { values, count } = requireAnswer(reply);
      return { values: values.map((one) => describeValue(one, files)), count };
    },
  ),
];

export const siteOf = (desk: Desk): TrialSite & { readonly own?: string | undefined } => {
  return { journal: desk.journal.pages, channels: desk.channels(), own: desk.config().mappings };
};

/** Rejects with ApiProblem where the trial came to no answer: that is not an answer with nothing in it. */
export function requireAnswer<T>(reply: TrialReply<T>): T {
  if (reply.kind === 'answer') return reply.answer;
  if (reply.kind === 'superseded') throw buildProblem('asked-again');
  const textIn = (language: Language): string => {
    const { text, advice } = renderTrialEnd(reply, language);
    return `${text} ${advice}`;
  };
  throw new ApiProblem(422, reply.kind, { en: textIn('en'), nl: textIn('nl') });
}

/** What messages are run again with. */
export const replaySiteOf = (desk: Desk): Promise<ReplaySite> =>
  openReplaySite(desk.config(), desk.journal.pages, desk.channels());

/** Nobody takes the turn of another one's page. */
export const pageOf = ({ page }: Pick<PreviewQuestion, 'page'>, { caller }: RequestContext): string =>
  `${caller.name} ${page}`;

/** Rejects with ApiProblem where there is no such document. */
export async function openAskedSource(
  desk: Desk,
  trials: TrialDesk,
  { name, chain, source, situation }: z.output<typeof sourceQuestion>,
  caller: Caller,
): Promise<KeptSource> {
  const site = siteOf(desk);
  const [mapping = ''] = chain;
  const drafted =
    source.kind === 'fixture'
      ? await openDrafted(desk, caller, { name, mapping, named: source.name })
      : undefined;
  if (drafted) return drafted;
  // what is known of an order has values too
  const shown = caller.masked ? ({ kind: 'first' } as const) : situation;
  const opened = await trials.open(source, shown, mapping, site);
  if (typeof opened !== 'string') {
    const { from = '' } = (await trials.ends.read(mapping, mappingFolders(site.own))) ?? {};
    const allowed = await maskSource(desk, caller, opened, { from, reference: source });
    if (allowed) return allowed;
    throw notMaskable;
  }
  throw new ApiProblem(404, opened, sourceRefusals[opened]);
}

/** The document of a fixture that this person's draft has. */
async function openDrafted(
  desk: Desk,
  caller: Caller,
  { name, mapping, named }: { readonly name: string; readonly mapping: string; readonly named: string },
): Promise<KeptSource | undefined> {
  const file = findDraftedDocument(mapping, named, await readDraftTexts(desk, name, caller));
  return file && keepSource({ ...file, context: {}, situation: 'first' });
}

/** As this reader may see it: whatever comes of a masked document names nobody. Undefined: it cannot be masked. */
export async function maskSource(
  desk: Desk,
  { masked }: Caller,
  source: KeptSource,
  { from, reference }: { readonly from: string; readonly reference: SourceReference },
): Promise<KeptSource | undefined> {
  if (!masked) return source;
  const direction = from.startsWith('exchange/') ? 'outbound' : 'inbound';
  const folders = mappingFolders(desk.config().mappings);
  const isPublic = reference.kind !== 'message';
  const apart = isPublic ? source.key : `message ${reference.id}`;
  const task = { bytes: source.bytes, document: from, direction, folders, apart, isPublic } as const;
  const bytes = await desk.masks.mask(task);
  return bytes && { ...source, bytes, key: `masked ${source.key}` };
}

const sourceRefusals = {
  'no-source': { en: 'There is no such document to try.', nl: 'Zo’n document om te proberen is er niet.' },
  'no-message': {
    en: 'There is no such message, or its channel is not in the config any more.',
    nl: 'Dat bericht is er niet, of zijn kanaal staat niet meer in de configuratie.',
  },
  'no-document': {
    en: 'The documents of this message have been deleted: they are kept for a limited time.',
    nl: 'De documenten van dit bericht zijn verwijderd: ze worden een beperkte tijd bewaard.',
  },
} as const;

interface BuiltQuestion {
  readonly site: TrialSite;
  readonly question: TrialQuestion;
}

/** Rejects with ApiProblem. */
export async function buildQuestion(
  desk: Desk,
  trials: TrialDesk,
  { page: _, edits, document, ...asked }: PreviewQuestion,
  { caller, language }: RequestContext,
): Promise<BuiltQuestion> {
  if (Object.keys(edits).length > 0 && !mayAsk(caller.role, 'administer')) throw notForReaders;
  const site = siteOf(desk);
  const { key, path, bytes, context } = await openAskedSource(desk, trials, asked, caller);
  const [first = '', ...more] = asked.chain;
  const folder = site.own;
  if (folder === undefined && Object.keys(edits).length > 0) throw buildProblem('no-folder');
  const files = Object.entries(edits).map(
    ([name, text]) => [join(folder ?? '', name), Buffer.from(text)] as const,
  );
  const question: TrialQuestion = {
    mappings: [first, ...more],
    edits: Object.fromEntries(files),
    source: { key, path, bytes },
    ...{ context, language, document },
  };
  return { site, question };
}

const notForReaders = new ApiProblem(403, 'role', {
  en: 'This needs the role “administer”.',
  nl: 'Hiervoor is de rol “administer” nodig.',
});

function describeReply(
  reply: TrialReply<TrialAnswer>,
  files: FileNames,
  { language }: RequestContext,
  milliseconds: number,
): PreviewAnswer {
  if (reply.kind === 'superseded') return { kind: 'superseded' };
  if (reply.kind !== 'answer') return { kind: 'ended', code: reply.kind, ...renderTrialEnd(reply, language) };
  const { findings, documents, preview, marks, unreadable } = reply.answer;
  return {
    kind: 'answer',
    ...{ documents, milliseconds: Math.round(milliseconds) },
    findings: findings.map((one) => describeFinding(one, files)),
    ...(unreadable === undefined ? {} : { unreadable: files.cleanText(unreadable) }),
    ...(preview ? describePreview(preview, files) : {}),
    ...(marks
      ? {
          marks: {
            ...{ carried: [...marks.carried], ignored: [...marks.ignored], own: [...marks.own] },
            rules: marks.rules.map((rule) => ({ ...rule, file: files.nameOf(rule.file) })),
          },
        }
      : {}),
  };
}

/** Lost values that go over the line: the rest is counted. */
const mostLost = 500;

function describePreview(
  { documentFindings, steps, result, lost }: NonNullable<TrialAnswer['preview']>,
  files: FileNames,
): Partial<Extract<PreviewAnswer, { kind: 'answer' }>> {
  const findings = [
    ...documentFindings,
    ...steps.flatMap((step) => [...step.findings, ...step.targetFindings]),
    ...result.findings,
  ];
  return {
    result: {
      ...{ text: result.text, type: /^\s*[{[]/.test(result.text) ? 'json' : 'text' },
      ...(result.end === undefined ? {} : { end: result.end }),
      findings: findings.map((one) => describeFinding(one, files)),
    },
    ...(lost
      ? {
          lost: lost
            .slice(0, mostLost)
            .map(({ path, name, line, column, text, fate }) => ({ path, name, line, column, text, fate })),
          lostCount: lost.length,
        }
      : {}),
  };
}

export const describeFinding = (
  { code, severity, message, advice, file, line, column, path }: Finding,
  files: FileNames,
): MappingFinding => ({
  ...{ code, severity, message: files.cleanText(message), advice: files.cleanText(advice) },
  ...(file === undefined ? {} : { file: files.nameOf(file) }),
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
  ...(path === undefined ? {} : { path }),
});

export function describeValue(value: TracedValue, files: FileNames): TracedValueModel {
  const { target, value: text, resultLine, rule, sources, chosenBy, tables, via = [], conversion } = value;
  return {
    ...{ target, value: text, rule: describeRule(rule, files) },
    sources: sources.map(describePlace),
    chosenBy: chosenBy.map(describePlace),
    tables: tables.map(({ table, key, value: found }) => ({ table, key, value: found })),
    via: via.map((one) => ({ target: one.target, value: one.value, rule: describeRule(one.rule, files) })),
    ...(resultLine === undefined ? {} : { resultLine }),
    ...(conversion === undefined ? {} : { conversion }),
  };
}

const describeRule = ({ file, line, text, constant = false }: PlainProvenance['rule'], files: FileNames) => ({
  ...{ file: files.nameOf(file), line, text, isConstant: constant },
});

const describePlace = ({
  path,
  text,
  line,
  column,
  record,
  field,
  ofVariable,
}: PlainProvenance['sources'][number]) => ({
  ...{ path, text, line, column, isVariable: ofVariable === true },
  ...(record === undefined ? {} : { record }),
  ...(field === undefined ? {} : { field }),
});
