import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { reasonOf } from '../folders/error.ts';
import { formatOf } from '../formats/find.ts';
import type { Formats, WriteEnvelope } from '../formats/interface.ts';
import { openFormats } from '../formats/registry.ts';
import { written } from '../mapping/fixtures.ts';
import type { MappingContext, MappingResult } from '../mapping/interface.ts';
import type { FileMapping } from '../mapping/load.ts';
import { isLost, type Leaf } from '../mapping/loss.ts';
import { envelopeOf } from '../mapping/make.ts';
import { isDocument } from '../mapping/models/documents.ts';
import { Stamps } from '../mapping/stamp.ts';
import { fatesThrough, originsThrough } from '../mapping/through.ts';
import { taskText } from '../operator/orders/steps.ts';
import type { TreeDocument } from '../tree/node.ts';
import type { Finding, Language } from '../types.ts';
import { table, tellFinding } from './common.ts';
import {
  type ContextOptions,
  contextFrom,
  contextOptions,
  contextWords,
  folderOption,
  languageOption,
  loadedOrFindings,
  type Named,
  previousNames,
  sourcesFor,
} from './map-common.ts';
import { tellOrigins } from './map-explain.ts';
import { allFolders, namedMappings, type Ran, runThrough } from './map-through.ts';

interface Options extends ContextOptions {
  readonly mappings?: string;
  readonly language: Language;
  /** A place, or true for all. */
  readonly explain?: string | true;
  readonly watch: boolean;
}

/** Milliseconds between two looks at the files. */
const look = 200;

export function tryCommand(): Command {
  return new Command('try')
    .argument(
      '<mapping>',
      'name of a mapping, or its file; several with commas, each of which reads what the one before it made',
    )
    .argument('<document>', 'a file of the ERP, an SCSN document, or JSON of the exchange')
    .option(...folderOption)
    .addOption(contextOptions[0])
    .addOption(contextOptions[1])
    .addOption(contextOptions[2])
    .addOption(languageOption)
    .option(
      '--explain [place]',
      'say for every value, or for one place of the result or of the document, by which rule and from which line it came',
    )
    .option('--watch', 'run again on every save', false)
    .action(async (said: string, document: string, options: Options) => {
      const named = namedMappings(said, options.mappings);
      const { formats, dispose } = openFormats({}, allFolders(named));
      const trial = { named, document, options, formats };
      const stamps = tryOnce(trial);
      if (options.watch) await again(trial, stamps);
      dispose();
    });
}

interface Trial {
  readonly named: readonly Named[];
  readonly document: string;
  readonly options: Options;
  readonly formats: Formats;
}

/** Until Ctrl-C. */
async function again(trial: Trial, before: Stamps): Promise<never> {
  let stamps = before;
  console.log('\nWaiting for the next save; end with Ctrl-C.');
  for (;;) {
    await setTimeout(look);
    if (!stamps.changed()) continue;
    console.log(`\n${'='.repeat(80)}\n`);
    stamps = tryOnce(trial);
  }
}

/** With `--watch` a file may be half written: what is wrong is said, and the next save is tried. */
function tryOnce(trial: Trial): Stamps {
  const stamps = new Stamps();
  try {
    process.exitCode = 0;
    stamps.note(filesBeside(trial));
    const { named, formats, options } = trial;
    const mappings = named.flatMap(
      (one) => loadedOrFindings(one, formats, stamps.files, options.language) ?? [],
    );
    if (mappings.length === named.length) tell(mappings, trial);
  } catch (error) {
    console.error(`gateway: ${reasonOf(error)}`);
    process.exitCode = 2;
  }
  return stamps;
}

function filesBeside({ document, formats, options: { context, previous } }: Trial): readonly string[] {
  const beside = ['context.json', ...previousNames(formats)];
  const files = [document, context, previous].flatMap((file) => file ?? []);
  return [...files, ...beside.map((name) => join(dirname(document), name))];
}

function tell(mappings: readonly FileMapping[], { document, options, formats }: Trial): void {
  const { language } = options;
  const [first] = mappings;
  if (first === undefined) return;
  const context = { ...contextFrom(first, document, options, formats), language };
  const trees = sourcesFor(first, document, formats);
  const judged = findingsOf(document, first.from, formats, language);
  for (const [n, tree] of trees.entries()) {
    if (trees.length > 1) console.log(titleOf(tree, n + 1, trees.length));
    tellOne(mappings, { tree, findings: judged[n] ?? [] }, context, { document, options, formats });
  }
}

/** What the gateway's check finds of each document of a file before any mapping runs. */
function findingsOf(
  path: string,
  type: string,
  formats: Formats,
  language: Language,
): readonly (readonly Finding[])[] {
  if (!isDocument(type)) return [];
  const format = formatOf(formats, type);
  return format
    .cut(readFileSync(path))
    .documents.map((one) => [...(one.findings ?? []), ...format.read(one, { language }).findings]);
}

const titleOf = ({ root }: TreeDocument, number: number, count: number): string =>
  `${number === 1 ? '' : '\n'}===== Document ${number} of ${count}, from line ${root.line} =====\n`;

function tellOne(
  mappings: readonly FileMapping[],
  source: { readonly tree: TreeDocument; readonly findings: readonly Finding[] },
  context: MappingContext,
  { document, options, formats }: Omit<Trial, 'named'>,
): void {
  const { language } = options;
  const all = runThrough(mappings, source.tree, context, formats);
  tellFindings('Findings of the document', source.findings, language);
  for (const { mapping, findings, wrong } of all.slice(0, -1)) {
    tellFindings(`Findings of ${mapping.name}`, findings, language);
    tellFindings(`Findings on what ${mapping.name} made`, wrong, language);
  }
  const last = all.at(-1);
  if (last) tellResult(last, formats, { language, envelope: envelopeOf(context) });
  if (last) tellFindings(`Findings on what ${last.mapping.name} made`, last.wrong, language);
  for (const line of contextWords(document, options, formats)) heading(line);
  if (options.explain !== undefined)
    tellOrigins(
      originsThrough(all.map(({ explanation, made }) => ({ origins: explanation.origins, made }))),
      options.explain === true ? undefined : options.explain,
    );
  const isWhole = last?.explanation.result.target !== undefined;
  tellLoss(isWhole ? fatesThrough(all).filter(isLost) : undefined);
}

/** Where there are none, nothing is said. */
function tellFindings(title: string, findings: readonly Finding[], language: Language): void {
  if (findings.length > 0) heading(`${title}: ${findings.length}`);
  if (findings.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
  for (const finding of findings) console.log(`  ${finding.code} ${tellFinding(finding, language)}`);
}

function tellResult(
  { mapping, explanation: { result }, outcome: { whole }, findings }: Ran,
  formats: Formats,
  options: { readonly language: Language; readonly envelope: WriteEnvelope },
): void {
  const target = whole?.news ?? result.partial;
  const [, text, more] = target ? written(target, mapping.to, formats, options) : ['', '', []];
  console.log(text.trimEnd() || 'There is no result.');
  if (result.target === undefined) heading(howItEnded(result));
  const all = [...findings, ...more];
  heading(`Findings: ${all.length || 'none'}`);
  for (const finding of all) console.log(`  ${finding.code} ${tellFinding(finding, options.language)}`);
  tellTasks(result);
  if (result.target === undefined && result.stop?.as !== 'ignored') process.exitCode = 1;
}

/** What a person will be told to do; where there is nothing, nothing is said. */
function tellTasks({ tasks = [] }: MappingResult): void {
  if (tasks.length > 0) heading(`Open tasks: ${tasks.length}`);
  for (const task of tasks) console.log(`  ${task.finding.code} ${taskText(task)} ${task.finding.advice}`);
}

const howItEnded = ({ stop }: MappingResult): string =>
  stop
    ? `The mapping stops: ${stop.as}. The result above is how far it would have come; nothing of it is sent.`
    : 'A finding is an error. The result above is how far the mapping came; nothing of it is sent.';

function tellLoss(lost: readonly Leaf[] | undefined): void {
  if (lost === undefined) {
    heading('The mapping stopped before there was a result: what of the document is lost cannot be told.');
    return;
  }
  heading(`Filled in the document and not in the result: ${lost.length || 'nothing'}`);
  const rows = lost.map(({ line, column, path, text, fate }) => [
    `  ${line}:${column}`,
    fate === 'tested' ? 'only tested' : 'unread',
    path,
    JSON.stringify(text),
  ]);
  if (rows.length > 0) console.log(table(rows));
}

const heading = (text: string): void => console.log(`\n${text}`);
