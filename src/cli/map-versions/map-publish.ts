import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { NewBulkDecision, PageReader, Publication } from '../../journal/journal.ts';
import { planFreedRetry } from '../../operator/decisions/bulk-plan.ts';
import { renderCompareReport } from '../../replay/compare/report-text.ts';
import { lowerPriority } from '../../replay/rerun/replay-pool.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { freedReason } from '../../wording/mappings/freed-reason.ts';
import { renderUnusablePart } from '../../wording/mappings/unusable-part.ts';
import type { NamedVersion } from '../../workbench/publish/folder-publication.ts';
import type { FolderChange } from '../../workbench/publish/merge-folders.ts';
import { type PublicationSite, requireOwnFolder } from '../../workbench/publish/publication-site.ts';
import {
  type PublicationRefusal,
  type PublishedEdit,
  type PublishRefusal,
  planPublication,
  publishPlanned,
  renderFileChanges,
} from '../../workbench/publish/publish-edit.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from '../kit/command-kit.ts';
import { currentAccountName, parseMomentOption } from '../kit/journal-options.ts';
import { publicationSiteOf, withReplaySite } from '../kit/with-replay-site.ts';

interface Options {
  readonly config: string;
  readonly mappings: string;
  readonly since: string;
  readonly reason?: string;
  readonly onto?: boolean;
  readonly delete?: boolean;
  readonly retry?: boolean;
}

export function publishCommand(): Command {
  return addConfigOption(new Command('publish'))
    .requiredOption('-m, --mappings <folder>', 'the edited mappings', resolveFromCaller)
    .addOption(
      new Option('--since <time>', 'compare with messages from then on: 2026-03-01, 12h, 30d')
        .argParser(parseMomentOption)
        .default(parseMomentOption('30d'), '30d'),
    )
    .option(
      '--reason <text>',
      'why; it is kept in the journal, and needed where messages that were sent would be refused or put aside',
    )
    .option('--onto', 'put the edit on top of what others have published since, where they do not touch')
    .option('--delete', 'files that the edited folder lacks go')
    .option('--retry', 'parked messages that it frees are retried once every gateway that runs uses it')
    .action(async (options: Options) => {
      lowerPriority();
      await withReplaySite(options.config, undefined, async (site, config, journal) =>
        publish(publicationSiteOf(site, config, journal), journal.pages, options, config.language),
      );
    });
}

async function publish(
  site: PublicationSite,
  pages: PageReader,
  options: Options,
  language: Language,
): Promise<void> {
  const { mappings, since, onto = false, delete: mayDelete = false, reason = '' } = options;
  const own = requireOwnFolder(site.folders);
  const plan = await planPublication(site, { edited: resolve(mappings), since, onto, mayDelete });
  if (plan.kind === 'same')
    return console.log(`${own} says the same as ${mappings}: there is nothing to publish.`);
  if (plan.kind === 'refused') {
    printGround(plan, own, mappings, language);
    return printRefusal(plan, own, mappings);
  }
  for (const line of renderCompareReport(plan.report)) console.log(escapeControls(line));
  const who = currentAccountName();
  const freed = options.retry ? plan.report.freed : [];
  const retry = await planFreedRetry(pages, { freed }, { who, reason: reason || freedReason[language] });
  const published = await publishPlanned(site, plan, { who, reason }, retry);
  if (published.kind === 'refused') return printRefusal(published, own, mappings);
  printPublished(published, own, retry);
}

/** What a refusal is about, before it is said. */
function printGround(refusal: PublicationRefusal, own: string, mappings: string, language: Language): void {
  if (refusal.code === 'not-right')
    for (const finding of refusal.findings) console.error(renderFindingLine(finding, language));
  if (refusal.code !== 'others-changed' && refusal.code !== 'conflict') return;
  console.log(`In ${own} since then:`);
  for (const one of refusal.since) console.log(`  ${publishedBy(one)}`);
  for (const one of refusal.theirs) console.log(`  ${changeLine(one)}`);
  console.log(`In ${mappings}:`);
  for (const one of refusal.ours) console.log(`  ${changeLine(one)}`);
}

const publishedBy = ({ action, at, who, reason }: Publication): string =>
  escapeControls(`${renderLocalTime(at)}  ${action} by ${who}${reason === '' ? '' : ` (${reason})`}`);

function changeLine({ file, what, kind, from, to }: FolderChange): string {
  if (what === undefined) return escapeControls(`${file}: ${kind}`);
  const side = (text: string | undefined) => (text === undefined ? '(nothing)' : text);
  return escapeControls(`${file} ${what}: ${side(from)} → ${side(to)}`);
}

function printRefusal(refusal: PublicationRefusal | PublishRefusal, own: string, mappings: string): void {
  console.error(`gateway: ${renderRefusal(refusal, own, mappings)} Nothing was published.`);
  process.exitCode = 1;
}

function renderRefusal(refusal: PublicationRefusal | PublishRefusal, own: string, mappings: string): string {
  switch (refusal.code) {
    case 'others-changed':
      return `${own} is not what ${mappings} was copied from. Put your edit on top of it with --onto, or make it anew in a copy (gateway map copy).`;
    case 'conflict':
      return `Both have changed ${refusal.conflicts.join(', ')}: make your edit anew in a copy (gateway map copy).`;
    case 'would-delete':
      return `${own} holds files that ${mappings} lacks: ${refusal.files.join(', ')}. Copy them there, or say with --delete that they go.`;
    case 'leads-out':
      return `A link in ${own} leads out of it: ${refusal.files.join(', ')} would be written elsewhere. Put a folder in its place.`;
    case 'not-right':
      return 'The edited mappings are not right yet.';
    case 'not-usable':
      return renderUnusablePart(refusal.part, 'en');
    case 'goes-back':
      return 'An earlier version takes back what somebody has published: say with --reason why.';
    case 'folder-changed':
      return `${own} was changed meanwhile: do it again.`;
    case 'stops-messages':
      return 'Messages that were sent would be refused or put aside: say with --reason why that is right.';
    case 'incomplete':
      return 'Not all messages could be compared in time, so nobody knows what would become of them: try again when the machine has less to do, or say with --reason why that is right.';
  }
}

function printPublished(
  { id, changes, kept, versions, freed }: PublishedEdit,
  own: string,
  retry: NewBulkDecision | undefined,
): void {
  console.log(
    `\nPublished into ${own} as number ${id}: ${renderFileChanges(changes)}. A running gateway takes it up within seconds.`,
  );
  if (versions.length > 0) console.log(`Versions: ${versions.map(renderNamedVersion).join(', ')}.`);
  if (kept !== undefined) console.log(`What was there lies in ${kept}.`);
  if (retry)
    console.log(
      `Parked messages that it frees, retried once every gateway that runs uses it: ${retry.messages.length}.`,
    );
  else if (freed.length > 0)
    console.log(`Parked messages that it frees: gateway journal retry --replay ${id}`);
}

/** `order-to-exchange v3` */
export const renderNamedVersion = ({ name, number }: NamedVersion): string => `${name} v${number ?? '?'}`;
