import { finding } from '../../findings/messages.ts';
import type { Cut, Document, FilePlace } from '../../formats/interface.ts';
import { placesOfOne, type Source } from '../../journal/message.ts';
import type { Finding, Language, Severity } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import { recognising } from '../receive/owner.ts';
import { cutterOf } from '../workers/generation-hash.ts';
import type { Toolbox } from '../workers/toolbox.ts';

/** A document of a file as it was cut out of it: what `read` needs beside its bytes. */
export interface InFile {
  readonly envelope?: Uint8Array;
  readonly at: FilePlace;
  /** Of this document, seen while the file was cut. */
  readonly findings?: readonly Finding[];
}

/** A file that holds several documents. Plain data. */
export interface SplitFile {
  readonly documents: readonly CutDocument[];
  /** Of the file as a whole. */
  readonly findings: readonly Finding[];
  /** What cut it, as one hash. */
  readonly generation: string;
}

export interface CutDocument extends InFile {
  readonly bytes: Uint8Array;
  /** Which of the channels on the folder takes it. */
  readonly channel: string;
}

/** What a file came to: it cannot be cut, holds nothing, is one document, or several. */
export type Opened =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'empty'; readonly findings: readonly Finding[] }
  | { readonly kind: 'one'; readonly document: Document; readonly findings: readonly Finding[] }
  | { readonly kind: 'several'; readonly split: SplitFile };

/** `takers`: all channels on the folder that take files of this name, the one that cuts it among them. */
export function openFile(
  tools: Toolbox,
  channel: InboundChannel,
  takers: readonly InboundChannel[],
  bytes: Uint8Array,
  source: Source,
): Opened {
  const { language } = channel;
  const cut = tools.format(channel.settings.document).cut(bytes, { language });
  const { documents, findings: told } = cut;
  const findings = [...told, ...tooMany(documents.length, language)];
  if (findings.some(({ severity }) => severity !== 'warning')) return { kind: 'refused', findings };
  const [document, ...more] = documents;
  if (document === undefined) return { kind: 'empty', findings };
  if (more.length === 0) return { kind: 'one', document, findings };
  // what takes the place of one document cannot become several
  if (source.kind === 'document')
    return {
      kind: 'refused',
      findings: [finding('corrected-several', { count: documents.length }, {}, language)],
    };
  return { kind: 'several', split: splitFile(tools, channel, takers, cut) };
}

/** More than have a place in the order of arrival, of which one file has so many. */
const tooMany = (count: number, language: Language): readonly Finding[] =>
  count < placesOfOne ? [] : [finding('documents-too-many', { count, most: placesOfOne - 1 }, {}, language)];

function splitFile(
  tools: Toolbox,
  channel: InboundChannel,
  takers: readonly InboundChannel[],
  { documents, findings }: Cut,
): SplitFile {
  return {
    documents: documents.map((document) => owned(tools, channel, takers, document)),
    findings,
    generation: cutterOf(tools, [channel, ...takers]),
  };
}

/** A document that no channel takes is refused in the name of the one that cut the file. */
function owned(
  tools: Toolbox,
  channel: InboundChannel,
  takers: readonly InboundChannel[],
  { bytes, envelope, at = start, findings = [] }: Document,
): CutDocument {
  const owner = recognising(takers, tools, bytes, envelope);
  const { line, column, record } = at;
  const place = { line, column, ...(record === undefined ? {} : { record }) };
  const untaken = owner ? [] : [finding('document-not-taken', {}, place, channel.language)];
  const all = [...findings, ...untaken];
  return {
    ...{ bytes, at, channel: (owner ?? channel).name },
    ...(envelope === undefined ? {} : { envelope }),
    ...(all.length === 0 ? {} : { findings: all }),
  };
}

const start: FilePlace = { offset: 0, line: 1, column: 1 };

/** What stops a document: an error before what a person has to decide. */
export const worstOf = (findings: readonly Finding[]): Finding | undefined => {
  const first = (wanted: Severity) => findings.find(({ severity }) => severity === wanted);
  return first('error') ?? first('park');
};
