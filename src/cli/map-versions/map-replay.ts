import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { LocalizedError } from '../../findings/localized-error.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { CompareOptions } from '../../replay/compare/compare-messages.ts';
import type { CompareReport } from '../../replay/compare/compare-report.ts';
import { renderHtmlReport } from '../../replay/compare/report-html.ts';
import { renderCompareReport, renderOutcome } from '../../replay/compare/report-text.ts';
import { lowerPriority } from '../../replay/rerun/replay-pool.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderUnusablePart } from '../../wording/mappings/unusable-part.ts';
import { compareEdit, type EditComparison } from '../../workbench/publish/compare-edit.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from '../kit/command-kit.ts';
import { parseMomentOption, parseWholeNumber } from '../kit/journal-options.ts';
import { withReplaySite } from '../kit/with-replay-site.ts';

interface Options {
  readonly config: string;
  readonly mappings?: string;
  readonly journal?: string;
  readonly since?: string;
  readonly channel?: string;
  readonly mapping?: string;
  readonly last?: number;
  readonly format: 'text' | 'json';
  readonly html?: string;
  readonly save?: string;
  readonly mask?: boolean;
}

export function replayMapCommand(): Command {
  return addConfigOption(new Command('replay'))
    .option(
      '-m, --mappings <folder>',
      'the edited mappings; without it those of the config, against what the gateway used last',
      resolveFromCaller,
    )
    .option(
      '--journal <file>',
      'a backup of an embedded journal instead of that of the config',
      resolveFromCaller,
    )
    .addOption(
      new Option('--since <time>', 'received from then on: 2026-03-01, 12h, 30d')
        .argParser(parseMomentOption)
        .default(parseMomentOption('30d'), '30d'),
    )
    .option('--channel <name>', 'of this channel alone')
    .option('--mapping <name>', 'of channels with this mapping alone')
    .option('--last <count>', 'the newest so many', parseWholeNumber)
    .addOption(
      new Option('--format <format>', 'for people, or JSON').choices(['text', 'json']).default('text'),
    )
    .option('--html <file>', 'write one page as well, to be kept and signed', resolveFromCaller)
    .option(
      '--save <file>',
      'write the report as JSON as well: journal retry --replay takes what it frees',
      resolveFromCaller,
    )
    .option(
      '--mask',
      'that page with pseudonyms for values and names, without numbers of orders and names of files',
    )
    .addHelpText(
      'after',
      '\nThe exit status is 1 when a message would end otherwise, 2 when it cannot be said.',
    )
    .action(replayEdit);
}

async function replayEdit(options: Options): Promise<void> {
  lowerPriority();
  await withReplaySite(options.config, options.journal, async (site, config, { id }) => {
    const edited = options.mappings ? resolve(options.mappings) : undefined;
    const compared = await compareEdit(
      site,
      resolveOwnFolders(config),
      { ...options, edited },
      progressOptions(),
    );
    if (compared.kind === 'unreadable') throw new LocalizedError(compared.reason);
    if (compared.kind === 'not-usable') return printNotUsable(compared);
    if (compared.kind === 'same') return console.log('The edit changes nothing that any channel uses.');
    printReplayReport({ journal: id, ...compared.report }, options);
  });
}

const retryHint = (save: string | undefined): string =>
  save === undefined
    ? 'To try exactly these once it is published, keep the list: --save FILE, then gateway journal retry --replay FILE.'
    : `Once the edit is published: gateway journal retry --replay ${save}`;

/** With the journal that its numbers are of. */
type SavedReplay = CompareReport & { readonly journal: string };

function printNotUsable({ findings, part }: Extract<EditComparison, { readonly kind: 'not-usable' }>): void {
  for (const finding of findings) console.error(renderFindingLine(finding));
  console.error(`gateway: ${renderUnusablePart(part, 'en')}`);
  process.exitCode = 2;
}

/** Until Ctrl-C: then what was compared by then is told. Progress on a terminal alone. */
function progressOptions(): CompareOptions {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  if (!process.stderr.isTTY) return { signal: stop.signal };
  return {
    signal: stop.signal,
    progress(done, of, fresh) {
      for (const group of fresh)
        process.stderr.write(`\r\u001b[K  ${escapeControls(renderOutcome(group))} …\n`);
      process.stderr.write(`\r\u001b[K${done} of ${of}`);
    },
  };
}

function printReplayReport(report: SavedReplay, options: Options): void {
  const { format, html, save, mask = false, mappings, config, since } = options;
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  if (save !== undefined) writeFileSync(save, JSON.stringify(report, undefined, 2));
  if (html !== undefined) {
    const what = `${mappings ?? 'The mappings as they are now'}, held against ${config}; messages since ${since ?? 'ever'}`;
    const when = `Made at ${new Date().toISOString()}`;
    // folders are called after people and partners
    writeFileSync(html, renderHtmlReport(report, { title: mask ? [when] : [what, when], masked: mask }));
  }
  if (format === 'json') console.log(JSON.stringify(report, undefined, 2));
  else for (const line of renderCompareReport(report)) console.log(escapeControls(line));
  if (format === 'text' && report.freed.length > 0) console.log(retryHint(save));
  if (report.stopped !== undefined) process.exitCode = 2;
  if (report.outcomes.length > 0) process.exitCode = 1;
}
