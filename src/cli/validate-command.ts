import { readFile, stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { explainFixedSeverity } from '../config/lint/fixed-severities.ts';
import { renderFindingCounts, renderFindings } from '../findings/render-findings.ts';
import { reasonOf } from '../folders/folder-error.ts';
import type { Formats, ReadResult } from '../formats/document-format.ts';
import { findRecognised, requireFormat } from '../formats/find-format.ts';
import { openFormats, scsnDocumentOf } from '../formats/format-registry.ts';
import { checkFileSize } from '../tree/xml/decode-xml.ts';
import { type Finding, languages, type Severity } from '../types.ts';
import { folderOption, requireMappingFolders } from './kit/mapping-options.ts';
import {
  type DocumentMappings,
  loadNamedConfig,
  openDocumentMappings,
  type ValidateMappingOptions,
} from './validate-mapping.ts';

interface Options extends ValidateMappingOptions {
  readonly format: 'text' | 'json';
  readonly severity: Severities;
  readonly schemas?: string;
  readonly document?: string;
  readonly rules: boolean;
}

/** What `--severity` says, given once or several times. */
interface Severities {
  /** Findings below are not printed. */
  readonly from: Severity;
  readonly byCode: Readonly<Record<string, Severity | 'off'>>;
}

const order: readonly Severity[] = ['warning', 'park', 'error'];

export function validateCommand(): Command {
  return new Command('validate')
    .argument('<file...>', 'SCSN files, or files of described formats')
    .addOption(
      new Option('--format <format>', 'for people, or one JSON object a line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addOption(
      new Option(
        '--severity <level>',
        'error, park or warning: print findings from this level on; RULE=LEVEL (or RULE=off): the severity of a rule, as in the config. Can be repeated.',
      )
        .argParser(severity)
        .default({ from: 'warning', byCode: {} }, 'warning'),
    )
    .addOption(new Option('--language <language>', 'of the findings').choices(languages).default('en'))
    .option('--schemas <folder>', 'other XSDs, such as the official download; imports stay inside the folder')
    .option('--document <type>', 'what the files are; by default what they begin with says')
    .option('--no-rules', 'the XSDs alone')
    .option('--map <mapping>', 'run this mapping too (name or file), as before sending')
    .option(...folderOption)
    .option('-c, --config <file>', 'run the mappings of the channels that take such documents')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', verdictsHelp)
    .action(validateFiles);
}

/** What becomes of a file, with the line that says so. */
const verdicts = {
  valid: 'valid  ',
  parked: 'PARKED ',
  invalid: 'INVALID',
  ignored: 'ignored',
} as const;
type Verdict = keyof typeof verdicts;

const verdictsHelp = `
Verdicts: valid (nothing is wrong by schemas and rules), PARKED (it would not be sent before a person decided), INVALID
(it would be refused). With --map or --config the mapping runs too, for an order that the exchange does not hold yet: then
valid says that it would be sent, and ignored that it would not be, without anything being wrong.
Exit status: 0 all files are valid, 1 some are not, 2 it could not be run.`;

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ severity }) => severity === 'error')) return 'invalid';
  return findings.some(({ severity }) => severity === 'park') ? 'parked' : 'valid';
}

function severity(text: string, before: Severities): Severities {
  const [code = '', level = ''] = text.includes('=') ? text.split('=') : ['', text];
  if (code === '' && isSeverity(level)) return { ...before, from: level };
  const wrong = code === '' ? undefined : explainFixedSeverity(code);
  if (wrong) throw new InvalidArgumentError(`${wrong.message} ${wrong.advice}`);
  if (code !== '' && (isSeverity(level) || level === 'off'))
    return { ...before, byCode: { ...before.byCode, [code]: level } };
  throw new InvalidArgumentError('Give error, park or warning; or RULE=error|park|warning|off.');
}

const isSeverity = (text: string): text is Severity => order.some((level) => level === text);

async function validateFiles(files: readonly string[], options: Options): Promise<void> {
  let dispose = (): void => undefined;
  try {
    const config = await loadNamedConfig(options);
    const opened = openFormats(
      options.schemas === undefined ? {} : { xsds: options.schemas },
      requireMappingFolders(options.mappings ?? config?.mappings),
    );
    const { formats } = opened;
    dispose = () => opened.dispose();
    if (options.document !== undefined) requireFormat(formats, options.document);
    const mappings = openDocumentMappings(options, config, formats);
    const found = new Set<Verdict | 'unreadable'>();
    for (const file of files) found.add(await validateFile(file, { formats, mappings, options }));
    process.exitCode = found.has('unreadable') ? 2 : found.has('invalid') || found.has('parked') ? 1 : 0;
  } catch (error) {
    console.error(`gateway: ${reasonOf(error)}`);
    process.exitCode = 2;
  } finally {
    dispose();
  }
}

interface Tools {
  readonly formats: Formats;
  readonly mappings: DocumentMappings;
  readonly options: Options;
}

/** What was found in a file, and what its mapping says would become of it. */
interface ValidatedFile {
  readonly document: string;
  readonly findings: readonly Finding[];
  readonly verdict: Verdict;
  /** A mapping ran, or a channel sends such documents as they are. */
  readonly wouldBeSent: boolean;
}

/** Prints the verdict of one file. One that cannot be read does not keep the others from being checked. */
async function validateFile(file: string, tools: Tools): Promise<Verdict | 'unreadable'> {
  const { options } = tools;
  try {
    const { size } = await stat(file);
    const tooLarge = checkFileSize(size, options.language);
    const bytes = tooLarge ? new Uint8Array() : await readFile(file);
    const told = tooLarge
      ? validatedFileOf(options.document ?? usual, [tooLarge])
      : runMappings(checkAny(bytes, tools), tools.mappings);
    print(file, bytes, told, tools);
    return told.verdict;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    console.error(`gateway: ${file} cannot be read: ${error.message}`);
    return 'unreadable';
  }
}

const validatedFileOf = (document: string, findings: readonly Finding[]): ValidatedFile => ({
  document,
  findings,
  verdict: verdictOf(findings),
  wouldBeSent: false,
});

/** Each document that is not refused goes through its mapping. */
function runMappings(
  { document, findings: ofFile, reads }: CheckedFile,
  mappings: DocumentMappings,
): ValidatedFile {
  const results = reads.map(({ tree, findings }) =>
    tree && verdictOf(findings) !== 'invalid' ? mappings.run(tree, document) : undefined,
  );
  const findings = reads.flatMap((read, n) => [...read.findings, ...(results[n]?.findings ?? [])]);
  const told = validatedFileOf(document, [...ofFile, ...findings]);
  if (results.includes(undefined)) return told;
  const isIgnored = results.every((result) => result?.ignored) && told.verdict === 'valid';
  const verdict = isIgnored ? 'ignored' : told.verdict;
  return { ...told, verdict, wouldBeSent: verdict === 'valid' };
}

function print(
  file: string,
  bytes: Uint8Array,
  { document, findings: all, verdict, wouldBeSent }: ValidatedFile,
  {
    formats,
    options: {
      format,
      severity: { from },
      language,
    },
  }: Tools,
): void {
  const findings = all.filter((finding) => order.indexOf(finding.severity) >= order.indexOf(from));
  if (format === 'json') {
    console.log(JSON.stringify({ file, document, ok: verdict === 'valid', verdict, findings }));
    return;
  }
  const counts = renderFindingCounts(findings, language);
  const parked = verdict === 'parked' ? '; it would be parked: a person has to decide' : '';
  const would = wouldBeSent ? '; it would be sent' : parked;
  console.log(`${verdicts[verdict]} ${file} (${document})${counts === '' ? '' : `: ${counts}`}${would}`);
  const source = findings.length === 0 ? undefined : requireFormat(formats, document).decodeText(bytes);
  for (const lines of renderFindings(findings, language, source))
    console.log(lines.map((line) => `  ${line}`).join('\n'));
}

interface CheckedFile {
  readonly document: string;
  /** Of the file as a whole. */
  readonly findings: readonly Finding[];
  readonly reads: readonly ReadResult[];
}

/** What anything is held against that no format takes for its own. */
const usual = scsnDocumentOf('order');

/** What a file is, its beginning says. */
function checkAny(bytes: Uint8Array, { formats, mappings, options }: Tools): CheckedFile {
  const { severity, language, rules } = options;
  const document = options.document ?? findRecognised(formats, bytes)?.name ?? usual;
  const severities = { ...mappings.severities(document), ...severity.byCode };
  const format = requireFormat(formats, document);
  const { documents, findings } = format.cut(bytes, { language });
  const reads = documents.map((one) => {
    const read = format.read(one, { severities, language, rules });
    return { ...read, findings: [...(one.findings ?? []), ...read.findings] };
  });
  return { document, findings, reads };
}
