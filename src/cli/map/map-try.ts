import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Formats } from '../../formats/document-format.ts';
import { openFormats } from '../../formats/open-formats.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { FileStamps } from '../../mapping/files/file-stamps.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { Finding, Language, TaskRequest } from '../../types.ts';
import { orderWords } from '../../wording/orders/order-words.ts';
import { renderTask } from '../../wording/orders/render-steps.ts';
import {
  listAllFolders,
  type NamedMapping,
  resolveNamedMappings,
} from '../../workbench/overlay/named-mapping.ts';
import {
  type ContextFiles,
  listWatchedFiles,
  readMappingContext,
} from '../../workbench/preview/mapping-context.ts';
import {
  type DocumentPreview,
  type LostLeaf,
  type PreviewResult,
  type PreviewStep,
  previewFile,
} from '../../workbench/preview/preview-document.ts';
import { readSourceFile } from '../../workbench/preview/read-source.ts';
import { renderFindingLine, renderTable } from '../kit/command-kit.ts';
import {
  contextOptions,
  folderOption,
  languageOption,
  loadMappingOrPrint,
  renderContextFiles,
} from '../kit/mapping-options.ts';
import { printOrigins } from './map-explain.ts';

interface Options extends ContextFiles {
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
    const { named, document, formats, options } = trial;
    stamps.note(listWatchedFiles(document, options, formats));
    const mappings = named.flatMap(
      (one) => loadMappingOrPrint(one, formats, stamps.files, options.language) ?? [],
    );
    const [first, ...more] = mappings;
    if (first !== undefined && mappings.length === named.length) printTrial([first, ...more], trial);
  } catch (error) {
    console.error(`gateway: ${reasonOf(error)}`);
    process.exitCode = 2;
  }
  return stamps;
}

function printTrial(
  mappings: readonly [FileMapping, ...FileMapping[]],
  { document, options, formats }: Trial,
): void {
  const { language, explain } = options;
  const request = {
    ...{ mappings, language, withProvenance: explain !== undefined },
    context: readMappingContext(mappings[0], document, options, formats),
    source: readSourceFile(document),
  };
  const previews = previewFile(request, formats);
  const files = renderContextFiles(document, options, formats);
  for (const [n, preview] of previews.entries()) {
    if (previews.length > 1) console.log(titleOf(preview, n + 1, previews.length));
    printPreview(preview, files, options);
  }
}

const titleOf = ({ line }: DocumentPreview, number: number, count: number): string =>
  `${number === 1 ? '' : '\n'}===== Document ${number} of ${count}, from line ${line} =====\n`;

function printPreview(
  { documentFindings, steps, result, provenance, lost }: DocumentPreview,
  files: readonly string[],
  { language, explain }: Options,
): void {
  printFindings('Findings of the document', documentFindings, language);
  for (const { mapping, findings, targetFindings } of steps.slice(0, -1)) {
    printFindings(`Findings of ${mapping}`, findings, language);
    printFindings(`Findings on what ${mapping} made`, targetFindings, language);
  }
  const last = steps.at(-1);
  if (last) printResult(last, result, language);
  if (last) printFindings(`Findings on what ${last.mapping} made`, last.targetFindings, language);
  for (const line of files) heading(line);
  if (provenance !== undefined) printOrigins(provenance, explain === true ? undefined : explain);
  printLoss(lost);
}

/** Where there are none, nothing is said. */
function printFindings(title: string, findings: readonly Finding[], language: Language): void {
  if (findings.length > 0) heading(`${title}: ${findings.length}`);
  if (findings.some(({ severity }) => severity !== 'warning')) process.exitCode = 1;
  for (const finding of findings) console.log(`  ${finding.code} ${renderFindingLine(finding, language)}`);
}

function printResult(
  last: PreviewStep,
  { text, findings, tasks, end }: PreviewResult,
  language: Language,
): void {
  console.log(text.trimEnd() || 'There is no result.');
  if (end !== undefined) heading(renderMappingEnd(end));
  const all = [...last.findings, ...findings];
  heading(`Findings: ${all.length || 'none'}`);
  for (const finding of all) console.log(`  ${finding.code} ${renderFindingLine(finding, language)}`);
  printTasks(tasks);
  if (end !== undefined && end !== 'ignored') process.exitCode = 1;
}

/** What a person will be told to do; where there is nothing, nothing is said. */
function printTasks(tasks: readonly TaskRequest[]): void {
  if (tasks.length > 0) heading(`Open tasks: ${tasks.length}`);
  for (const task of tasks)
    console.log(`  ${task.finding.code} ${renderTask(task, orderWords('en'))} ${task.finding.advice}`);
}

const renderMappingEnd = (end: NonNullable<PreviewResult['end']>): string =>
  end === 'error'
    ? 'A finding is an error. The result above is how far the mapping came; nothing of it is sent.'
    : `The mapping stops: ${end}. The result above is how far it would have come; nothing of it is sent.`;

function printLoss(lost: readonly LostLeaf[] | undefined): void {
  if (lost === undefined) {
    heading('The mapping stopped before there was a result: what of the document is lost cannot be told.');
    return;
  }
  heading(`Filled in the document and not in the result: ${lost.length || 'nothing'}`);
  // paths of EDIFACT say no qualifier, and those of tables no heading
  const rows = lost.map(({ line, column, path, text, fate, field = '' }) => [
    `  ${line}:${column}`,
    fate === 'tested' ? 'only tested' : 'unread',
    path,
    JSON.stringify(text),
    field,
  ]);
  if (rows.length > 0) console.log(renderTable(rows));
}

const heading = (text: string): void => console.log(`\n${text}`);
