import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { reasonOf } from '../../folders/folder-error.ts';
import type { Formats, WriteEnvelope } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { openFormats } from '../../formats/format-registry.ts';
import { resolveChainFates, resolveChainProvenance } from '../../mapping/explain/chain-provenance.ts';
import { isLost, type LeafWithFate } from '../../mapping/explain/leaf-fates.ts';
import { FileStamps } from '../../mapping/files/file-stamps.ts';
import { renderTarget } from '../../mapping/fixtures/run-fixtures.ts';
import type { FileMapping } from '../../mapping/load-mapping.ts';
import type { MappingContext, MappingResult } from '../../mapping/mapping.ts';
import { buildWriteEnvelope } from '../../mapping/mapping-output.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding, Language } from '../../types.ts';
import { orderWords } from '../../wording/orders/order-words.ts';
import { renderTask } from '../../wording/orders/render-steps.ts';
import { renderFindingLine, renderTable } from '../kit/command-kit.ts';
import {
  type ContextOptions,
  contextOptions,
  folderOption,
  languageOption,
  loadMappingOrPrint,
  type NamedMapping,
  previousNames,
  readMappingContext,
  readSources,
  renderContextFiles,
} from '../kit/mapping-options.ts';
import { printOrigins } from './map-explain.ts';
import { type ChainedRun, listAllFolders, resolveNamedMappings, runChain } from './map-through.ts';

interface Options extends ContextOptions {
  readonly mappings?: string;
  readonly language: Language;
  /** A place, or true for all. */
  readonly explain?: string | true;
  readonly watch: boolean;
}

/** Milliseconds between two looks at the files. */
const pollEvery = 200;

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
      const named = resolveNamedMappings(said, options.mappings);
      const { formats, dispose } = openFormats({}, listAllFolders(named));
      const trial = { named, document, options, formats };
      const stamps = tryOnce(trial);
      if (options.watch) await repeatOnSave(trial, stamps);
      dispose();
    });
}

interface Trial {
  readonly named: readonly NamedMapping[];
  readonly document: string;
  readonly options: Options;
  readonly formats: Formats;
}

/** Until Ctrl-C. */
async function repeatOnSave(trial: Trial, before: FileStamps): Promise<never> {
  let stamps = before;
  console.log('\nWaiting for the next save; end with Ctrl-C.');
  for (;;) {
    await setTimeout(pollEvery);
    if (!stamps.hasChanged()) continue;
    console.log(`\n${'='.repeat(80)}\n`);
    stamps = tryOnce(trial);
  }
}

/** With `--watch` a file may be half written: what is wrong is said, and the next save is tried. */
function tryOnce(trial: Trial): FileStamps {
  const stamps = new FileStamps();
  try {
    process.exitCode = 0;
    stamps.note(filesBeside(trial));
    const { named, formats, options } = trial;
    const mappings = named.flatMap(
      (one) => loadMappingOrPrint(one, formats, stamps.files, options.language) ?? [],
    );
    if (mappings.length === named.length) printTrial(mappings, trial);
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

function printTrial(mappings: readonly FileMapping[], { document, options, formats }: Trial): void {
  const { language } = options;
  const [first] = mappings;
  if (first === undefined) return;
  const context = { ...readMappingContext(first, document, options, formats), language };
  const trees = readSources(first, document, formats);
  const judged = findingsOf(document, first.from, formats, language);
  for (const [n, tree] of trees.entries()) {
    if (trees.length > 1) console.log(titleOf(tree, n + 1, trees.length));
    printDocumentTrial(mappings, { tree, findings: judged[n] ?? [] }, context, {
      document,
      options,
      formats,
    });
  }
}

/** What the gateway's check finds of each document of a file before any mapping runs. */
function findingsOf(
  path: string,
  type: string,
  formats: Formats,
  language: Language,
): readonly (readonly Finding[])[] {
  if (!isFormatDocument(type)) return [];
  const format = requireFormat(formats, type);
  return format
    .cut(readFileSync(path))
    .documents.map((one) => [...(one.findings ?? []), ...format.read(one, { language }).findings]);
}

const titleOf = ({ root }: TreeDocument, number: number, count: number): string =>
  `${number === 1 ? '' : '\n'}===== Document ${number} of ${count}, from line ${root.line} =====\n`;

function printDocumentTrial(
  mappings: readonly FileMapping[],
  source: { readonly tree: TreeDocument; readonly findings: readonly Finding[] },
  context: MappingContext,
  { document, options, formats }: Omit<Trial, 'named'>,
): void {
  const { language } = options;
  const all = runChain(mappings, source.tree, context, formats);
  printFindings('Findings of the document', source.findings, language);
  for (const { mapping, findings, targetFindings: wrong } of all.slice(0, -1)) {
    printFindings(`Findings of ${mapping.name}`, findings, language);
    printFindings(`Findings on what ${mapping.name} made`, wrong, language);
  }
  const last = all.at(-1);
  if (last) printResult(last, formats, { language, envelope: buildWriteEnvelope(context) });
  if (last) printFindings(`Findings on what ${last.mapping.name} made`, last.targetFindings, language);
  for (const line of renderContextFiles(document, options, formats)) heading(line);
  if (options.explain !== undefined)
    printOrigins(
      resolveChainProvenance(all.map(({ explanation, made }) => ({ origins: explanation.origins, made }))),
      options.explain === true ? undefined : options.explain,
    );
  const isWhole = last?.explanation.result.target !== undefined;
  printLoss(isWhole ? resolveChainFates(all).filter(isLost) : undefined);
}

/** Where there are none, nothing is said. */
function printFindings(title: string, findings: readonly Finding[], language: Language): void {
  if (findings.length > 0) heading(`${title}: ${findings.length}`);
  if (findings.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
  for (const finding of findings) console.log(`  ${finding.code} ${renderFindingLine(finding, language)}`);
}

function printResult(
  { mapping, explanation: { result }, outcome: { document: whole }, findings }: ChainedRun,
  formats: Formats,
  options: { readonly language: Language; readonly envelope: WriteEnvelope },
): void {
  const target = whole?.payload ?? result.partial;
  const [, text, more] = target ? renderTarget(target, mapping.to, formats, options) : ['', '', []];
  console.log(text.trimEnd() || 'There is no result.');
  if (result.target === undefined) heading(renderMappingEnd(result));
  const all = [...findings, ...more];
  heading(`Findings: ${all.length || 'none'}`);
  for (const finding of all) console.log(`  ${finding.code} ${renderFindingLine(finding, options.language)}`);
  printTasks(result);
  if (result.target === undefined && result.stop?.as !== 'ignored') process.exitCode = 1;
}

/** What a person will be told to do; where there is nothing, nothing is said. */
function printTasks({ tasks = [] }: MappingResult): void {
  if (tasks.length > 0) heading(`Open tasks: ${tasks.length}`);
  for (const task of tasks)
    console.log(`  ${task.finding.code} ${renderTask(task, orderWords('en'))} ${task.finding.advice}`);
}

const renderMappingEnd = ({ stop }: MappingResult): string =>
  stop
    ? `The mapping stops: ${stop.as}. The result above is how far it would have come; nothing of it is sent.`
    : 'A finding is an error. The result above is how far the mapping came; nothing of it is sent.';

function printLoss(lost: readonly LeafWithFate[] | undefined): void {
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
  if (rows.length > 0) console.log(renderTable(rows));
}

const heading = (text: string): void => console.log(`\n${text}`);
