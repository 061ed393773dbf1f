import { readFile, stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { unchangeable } from '../config/severities.ts';
import { countFindings, tellFindings } from '../findings/tell.ts';
import { reasonOf } from '../folders/error.ts';
import { formatOf, recognised } from '../formats/find.ts';
import type { Formats, Read } from '../formats/interface.ts';
import { documentOf, formatNames, openFormats } from '../formats/registry.ts';
import { oversized } from '../tree/decode.ts';
import { type Finding, languages, type Severity } from '../types.ts';
import { folderOption } from './map-common.ts';
import { type MappingOptions, type Mappings, mappingsFor } from './validate-mapping.ts';

interface Options extends MappingOptions {
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
    .argument('<file...>', 'XML files')
    .addOption(
      new Option('--format <format>', 'for people, or one JSON object a line')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option(
      '--severity <level>',
      'error, park or warning: print findings from this level on; RULE=LEVEL (or RULE=off): the severity of a rule, as in the config. Can be repeated.',
      severity,
      { from: 'warning', byCode: {} },
    )
    .addOption(new Option('--language <language>', 'of the findings').choices(languages).default('en'))
    .option('--schemas <folder>', 'other XSDs, such as the official download; imports stay inside the folder')
    .addOption(
      new Option('--document <type>', 'what the files are; by default what their root element says').choices(
        formatNames,
      ),
    )
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
  const wrong = code === '' ? undefined : unchangeable(code);
  if (wrong) throw new InvalidArgumentError(`${wrong.message} ${wrong.advice}`);
  if (code !== '' && (isSeverity(level) || level === 'off'))
    return { ...before, byCode: { ...before.byCode, [code]: level } };
  throw new InvalidArgumentError('Give error, park or warning; or RULE=error|park|warning|off.');
}

const isSeverity = (text: string): text is Severity => order.some((level) => level === text);

async function validateFiles(files: readonly string[], options: Options): Promise<void> {
  const { formats, dispose } = openFormats(options.schemas === undefined ? {} : { xsds: options.schemas });
  try {
    const mappings = await mappingsFor(options, formats);
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
  readonly mappings: Mappings;
  readonly options: Options;
}

/** What was found in a file, and what its mapping says would become of it. */
interface Told {
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
    const tooLarge = oversized(size, options.language);
    const bytes = tooLarge ? new Uint8Array() : await readFile(file);
    const told = tooLarge
      ? toldOf(options.document ?? usual, [tooLarge])
      : mapped(checkAny(bytes, tools), tools.mappings);
    print(file, bytes, told, tools);
    return told.verdict;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    console.error(`gateway: ${file} cannot be read: ${error.message}`);
    return 'unreadable';
  }
}

const toldOf = (document: string, findings: readonly Finding[]): Told => ({
  document,
  findings,
  verdict: verdictOf(findings),
  wouldBeSent: false,
});

/** A document that is not refused goes through its mapping. */
function mapped({ document, findings, tree }: Checked, mappings: Mappings): Told {
  const told = toldOf(document, findings);
  const result = tree && told.verdict !== 'invalid' ? mappings.run(tree, document) : undefined;
  if (result === undefined) return told;
  const all = toldOf(document, [...findings, ...result.findings]);
  const verdict = result.ignored && all.verdict === 'valid' ? 'ignored' : all.verdict;
  return { ...all, verdict, wouldBeSent: verdict === 'valid' };
}

function print(
  file: string,
  bytes: Uint8Array,
  { document, findings: all, verdict, wouldBeSent }: Told,
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
  const counts = countFindings(findings, language);
  const parked = verdict === 'parked' ? '; it would be parked: a person has to decide' : '';
  const would = wouldBeSent ? '; it would be sent' : parked;
  console.log(`${verdicts[verdict]} ${file} (${document})${counts === '' ? '' : `: ${counts}`}${would}`);
  const source = findings.length === 0 ? undefined : formatOf(formats, document).text(bytes);
  for (const lines of tellFindings(findings, language, source))
    console.log(lines.map((line) => `  ${line}`).join('\n'));
}

interface Checked extends Read {
  readonly document: string;
}

/** What anything is held against that no format takes for its own. */
const usual = documentOf('order');

/** What a file is, its beginning says. */
function checkAny(bytes: Uint8Array, { formats, mappings, options }: Tools): Checked {
  const { severity, language, rules } = options;
  const document = options.document ?? recognised(formats, bytes)?.name ?? usual;
  const severities = { ...mappings.severities(document), ...severity.byCode };
  return { document, ...formatOf(formats, document).read({ bytes }, { severities, language, rules }) };
}
