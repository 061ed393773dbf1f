import { readFile, stat } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { explainFixedSeverity } from '../config/lint/fixed-severities.ts';
import type { Config } from '../config/schema/config-schema.ts';
import { renderFindingCounts, renderFindings } from '../findings/render-findings.ts';
import type { Formats } from '../formats/document-format.ts';
import { requireFormat } from '../formats/find-format.ts';
import { openFormats } from '../formats/open-formats.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { buildChannels } from '../pipeline/channel/channel.ts';
import { compileWasmOnce } from '../system/compile-wasm-once.ts';
import { reasonOf } from '../text/reason-of.ts';
import { type Language, languages, type Severity } from '../types.ts';
import {
  loadNamedMapping,
  requireMappingFolders,
  resolveNamedMapping,
} from '../workbench/overlay/named-mapping.ts';
import {
  type DocumentMappings,
  noMappings,
  useMappings,
  useMappingsOfChannels,
} from '../workbench/preview/document-mappings.ts';
import {
  refuseLargeFile,
  type ValidatedFile,
  type Verdict,
  validateFile,
} from '../workbench/preview/validate-file.ts';
import { loadConfigOrPrint } from './kit/command-kit.ts';
import { folderOption } from './kit/mapping-options.ts';

interface Options {
  readonly format: 'text' | 'json';
  readonly severity: Severities;
  readonly schemas?: string;
  readonly document?: string;
  readonly rules: boolean;
  readonly map?: string;
  readonly mappings?: string;
  readonly config?: string;
  readonly language: Language;
}

/** What `--severity` says, given once or several times. */
interface Severities {
  /** Findings below are not printed. */
  readonly from: Severity;
  readonly byCode: Readonly<Record<string, Severity | 'off'>>;
}

/** With no more files, what checks them is sooner done than compiled well. */
const fewFiles = 20;

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
    .addHelpText('after', verdictsHelp)
    .action(validateFiles);
}

/** What becomes of a file, in the line that says so. */
const verdicts: Readonly<Record<Verdict, string>> = {
  valid: 'valid  ',
  parked: 'PARKED ',
  invalid: 'INVALID',
  ignored: 'ignored',
};

const verdictsHelp = `
Verdicts: valid (nothing is wrong by schemas and rules), PARKED (it would not be sent before a person decided), INVALID
(it would be refused). With --map or --config the mapping runs too, for an order that the exchange does not hold yet: then
valid says that it would be sent, and ignored that it would not be, without anything being wrong.
Exit status: 0 all files are valid, 1 some are not, 2 it could not be run.`;

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
  if (files.length <= fewFiles) compileWasmOnce();
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
    for (const file of files) found.add(await printVerdict(file, { formats, mappings, options }));
    process.exitCode = found.has('unreadable') ? 2 : found.has('invalid') || found.has('parked') ? 1 : 0;
  } catch (error) {
    console.error(`gateway: ${reasonOf(error)}`);
    process.exitCode = 2;
  } finally {
    dispose();
  }
}

/** The config that is named; its findings are printed. Throws an Error in words where it cannot be used. */
async function loadNamedConfig({ config: path }: Options): Promise<Config | undefined> {
  const config = path === undefined ? undefined : await loadConfigOrPrint(path);
  if (path !== undefined && config === undefined) throw new Error(`${path} is wrong.`);
  return config;
}

/** Throws an Error in words for a mapping or a folder that cannot be used. */
function openDocumentMappings(
  { map, mappings: own, language }: Options,
  config: Config | undefined,
  formats: Formats,
): DocumentMappings {
  const load = (name: string, folder: string | undefined): Mapping => {
    const { mapping, findings } = loadNamedMapping(
      resolveNamedMapping(name, folder),
      formats,
      undefined,
      language,
    );
    if (mapping === undefined) throw new Error(findings.map(({ message }) => message).join(' '));
    return mapping;
  };
  if (map !== undefined) {
    const maps = map.split(',').map((name) => load(name.trim(), own));
    return useMappings(maps, language, formats);
  }
  if (config === undefined) return noMappings;
  return useMappingsOfChannels(buildChannels(config), (name) => load(name, config.mappings), formats);
}

interface Tools {
  readonly formats: Formats;
  readonly mappings: DocumentMappings;
  readonly options: Options;
}

/** Prints the verdict of one file. One that cannot be read does not keep the others from being checked. */
async function printVerdict(file: string, tools: Tools): Promise<Verdict | 'unreadable'> {
  const { formats, mappings, options } = tools;
  const asked = { ...options, severities: options.severity.byCode };
  try {
    const refused = refuseLargeFile((await stat(file)).size, asked);
    const bytes = refused ? new Uint8Array() : await readFile(file);
    const validated = refused ?? validateFile(bytes, formats, mappings, asked);
    print(file, bytes, validated, tools);
    return validated.verdict;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    console.error(`gateway: ${file} cannot be read: ${error.message}`);
    return 'unreadable';
  }
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
