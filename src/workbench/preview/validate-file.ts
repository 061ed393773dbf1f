import type { Formats, ReadOptions, ReadResult } from '../../formats/document-format.ts';
import { findRecognised, requireFormat } from '../../formats/find-format.ts';
import { scsnDocumentOf } from '../../formats/format-names.ts';
import { checkFileSize } from '../../tree/xml/decode-xml.ts';
import type { Finding, Language } from '../../types.ts';
import type { DocumentMappings } from './document-mappings.ts';

export interface ValidateOptions {
  readonly language: Language;
  /** What the file is; by default what it begins with says. */
  readonly document?: string;
  /** Severities of rules, over those of the channel. */
  readonly severities: NonNullable<ReadOptions['severities']>;
  /** False: the XSDs alone. */
  readonly rules: boolean;
}

/**
 * valid: nothing is wrong. parked: it would not be sent before a person decided. invalid: it would be refused. ignored: it would not be
 * sent, without anything being wrong.
 */
export type Verdict = 'valid' | 'parked' | 'invalid' | 'ignored';

/** What was found in a file, and what its mapping says would become of it. Plain data. */
export interface ValidatedFile {
  readonly document: string;
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  /** A mapping ran, or a channel sends such documents as they are. */
  readonly wouldBeSent: boolean;
}

/** What anything is held against that no format takes for its own. */
const usualDocument = scsnDocumentOf('order');

/** Of a file that is larger than any that is read: nobody has to load it for that. */
export function refuseLargeFile(
  size: number,
  { document = usualDocument, language }: ValidateOptions,
): ValidatedFile | undefined {
  const tooLarge = checkFileSize(size, language);
  return tooLarge && buildValidated(document, [tooLarge]);
}

/** A file as the gateway's check judges it, and its mappings where there are some. Pure; its work grows with the file. */
export function validateFile(
  bytes: Uint8Array,
  formats: Formats,
  mappings: DocumentMappings,
  options: ValidateOptions,
): ValidatedFile {
  const { document, findings: ofFile, reads } = checkFile(bytes, formats, mappings, options);
  const results = reads.map(({ tree, findings }) =>
    tree && judge(findings) !== 'invalid' ? mappings.run(tree, document) : undefined,
  );
  const findings = reads.flatMap((read, n) => [...read.findings, ...(results[n]?.findings ?? [])]);
  const validated = buildValidated(document, [...ofFile, ...findings]);
  if (results.includes(undefined)) return validated;
  const isIgnored = results.every((result) => result?.ignored) && validated.verdict === 'valid';
  const verdict = isIgnored ? 'ignored' : validated.verdict;
  return { ...validated, verdict, wouldBeSent: verdict === 'valid' };
}

const buildValidated = (document: string, findings: readonly Finding[]): ValidatedFile => ({
  document,
  findings,
  verdict: judge(findings),
  wouldBeSent: false,
});

function judge(findings: readonly Finding[]): Verdict {
  if (findings.some(({ severity }) => severity === 'error')) return 'invalid';
  return findings.some(({ severity }) => severity === 'park') ? 'parked' : 'valid';
}

interface CheckedFile {
  readonly document: string;
  /** Of the file as a whole. */
  readonly findings: readonly Finding[];
  readonly reads: readonly ReadResult[];
}

/** What a file is, its beginning says. */
function checkFile(
  bytes: Uint8Array,
  formats: Formats,
  mappings: DocumentMappings,
  { document: named, severities: own, language, rules }: ValidateOptions,
): CheckedFile {
  const document = named ?? findRecognised(formats, bytes)?.name ?? usualDocument;
  const severities = { ...mappings.severities(document), ...own };
  const format = requireFormat(formats, document);
  const { documents, findings } = format.cut(bytes, { language, severities });
  const reads = documents.map((one) => {
    const read = format.read(one, { severities, language, rules });
    return { ...read, findings: [...(one.findings ?? []), ...read.findings] };
  });
  return { document, findings, reads };
}
