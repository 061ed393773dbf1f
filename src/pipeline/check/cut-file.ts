import { createFinding } from '../../findings/create-finding.ts';
import type { CutResult, FileDocument, FilePosition } from '../../formats/document-format.ts';
import { arrivalsPerMessage, type MessageSource } from '../../journal/model/message.ts';
import type { Finding, Language, Severity } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { findRecognisingChannel } from '../channel/match-channel.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { computeCutter } from '../runtime/generation-hash.ts';

/** How a document was cut out of its file: what its format needs to read it beside its bytes. */
export interface CutContext {
  readonly envelope?: Uint8Array;
  readonly at: FilePosition;
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

export interface CutDocument extends CutContext {
  readonly bytes: Uint8Array;
  /** Which of the channels on the folder takes it. */
  readonly channel: string;
}

/** A file after cutting: refused, empty, one document, or several. */
export type CutFile =
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'empty'; readonly findings: readonly Finding[] }
  | { readonly kind: 'one'; readonly document: FileDocument; readonly findings: readonly Finding[] }
  | { readonly kind: 'several'; readonly split: SplitFile };

/** `takers`: all channels on the folder that take files of this name, the one that cuts it among them. */
export function cutFile(
  tools: ChannelRuntime,
  channel: InboundChannel,
  takers: readonly InboundChannel[],
  bytes: Uint8Array,
  source: MessageSource,
): CutFile {
  const { language } = channel;
  const cut = tools
    .format(channel.settings.document)
    .cut(bytes, { language, severities: channel.settings.severities });
  const { documents, findings: told } = cut;
  const findings = [...told, ...checkCount(documents.length, language)];
  if (findings.some(({ severity }) => severity !== 'warning')) return { kind: 'refused', findings };
  const [document, ...more] = documents;
  if (document === undefined) return { kind: 'empty', findings };
  if (more.length === 0) return { kind: 'one', document, findings };
  // what takes the place of one document cannot become several
  if (source.kind === 'document')
    return {
      kind: 'refused',
      findings: [createFinding('corrected-several', { count: documents.length }, {}, language)],
    };
  return { kind: 'several', split: splitFile(tools, channel, takers, cut) };
}

/** More than have a place in the order of arrival, of which one file has so many. */
const checkCount = (count: number, language: Language): readonly Finding[] =>
  count < arrivalsPerMessage
    ? []
    : [createFinding('documents-too-many', { count, most: arrivalsPerMessage - 1 }, {}, language)];

function splitFile(
  tools: ChannelRuntime,
  channel: InboundChannel,
  takers: readonly InboundChannel[],
  { documents, findings }: CutResult,
): SplitFile {
  return {
    documents: documents.map((document) => assignChannel(tools, channel, takers, document)),
    findings,
    generation: computeCutter(tools, [channel, ...takers]),
  };
}

/** A document that no channel takes is refused in the name of the one that cut the file. */
function assignChannel(
  tools: ChannelRuntime,
  channel: InboundChannel,
  takers: readonly InboundChannel[],
  { bytes, envelope, at = fileStart, findings = [] }: FileDocument,
): CutDocument {
  const owner = findRecognisingChannel(takers, tools, bytes, envelope);
  const { line, column, record } = at;
  const place = { line, column, ...(record === undefined ? {} : { record }) };
  const untaken = owner ? [] : [createFinding('document-not-taken', {}, place, channel.language)];
  const all = [...findings, ...untaken];
  return {
    ...{ bytes, at, channel: (owner ?? channel).name },
    ...(envelope === undefined ? {} : { envelope }),
    ...(all.length === 0 ? {} : { findings: all }),
  };
}

const fileStart: FilePosition = { offset: 0, line: 1, column: 1 };

/** What stops a document: an error before what a person has to decide. */
export const findWorst = (findings: readonly Finding[]): Finding | undefined => {
  const first = (wanted: Severity) => findings.find(({ severity }) => severity === wanted);
  return first('error') ?? first('park');
};
