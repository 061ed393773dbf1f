import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../config/schema.ts';
import { beside } from '../journal/open.ts';
import { ownFolders, takeSnapshot } from '../pipeline/workers/snapshot.ts';
import { usedTools } from '../pipeline/workers/used-tools.ts';
import { Workers } from '../pipeline/workers/workers.ts';
import type { Site } from '../replay/again.ts';
import { compare } from '../replay/compare/compare.ts';
import type { CompareReport } from '../replay/compare/report.ts';
import { outcomeLine, summary, tellReport } from '../replay/compare/tell.ts';
import { twoVersions } from '../replay/compare/versions.ts';
import { beNice } from '../replay/pool.ts';
import { changedFiles, copyFiles, isIncomplete, mixedChannels, stopped } from '../replay/publish.ts';
import { visible } from '../visible.ts';
import { fromCaller, tellFinding, withConfig } from './common.ts';
import { moment, who } from './journal-common.ts';
import { withSite } from './replay-site.ts';

interface Options {
  readonly config: string;
  readonly mappings: string;
  readonly since: string;
  readonly reason?: string;
}

export function publishCommand(): Command {
  return withConfig(new Command('publish'))
    .requiredOption('-m, --mappings <folder>', 'the edited mappings', fromCaller)
    .addOption(
      new Option('--since <time>', 'compare with messages from then on: 2026-03-01, 12h, 30d')
        .argParser(moment)
        .default(moment('30d'), '30d'),
    )
    .option(
      '--reason <text>',
      'why; it is kept in the journal, and needed where messages that were sent would be refused or put aside',
    )
    .action(async (options: Options) => {
      beNice();
      await withSite(options.config, undefined, (site, config) => publish(site, config, options));
    });
}

async function publish(site: Site, config: Config, { mappings, since, reason }: Options): Promise<void> {
  const own = ownOf(config);
  const edited = resolve(mappings);
  const files = changedFiles(edited, own);
  if (files.length === 0)
    return console.log(`${own} says the same as ${mappings}: there is nothing to publish.`);
  if (!(await isProved(site, config, edited))) return refuse('The edited mappings are not right yet.');
  const folders = ownFolders(config);
  const [running, next] = [await takeSnapshot(folders), await takeSnapshot({ ...folders, mappings: edited })];
  const mixed = mixedChannels(next, running, site.channels);
  if (mixed.length > 0)
    return refuse(
      `${own} holds files that ${mappings} lacks and that would take part in ${mixed.join(', ')}: copy them there, or delete them.`,
    );
  const report = await compare(site.journal, twoVersions({ running, edited: next }, site.channels), {
    since,
  });
  for (const line of tellReport(report)) console.log(visible(line));
  const worse = stopped(report);
  if (worse.length > 0 && !reason)
    return refuse(
      'Messages that were sent would be refused or put aside: say with --reason why that is right.',
    );
  if (isIncomplete(report) && !reason)
    return refuse(
      'Not all messages could be compared in time, so nobody knows what would become of them: try again when the machine has less to do, or say with --reason why that is right.',
    );
  await copyFiles(files, edited, own);
  await keep(config, report, reason ?? '', files);
  console.log(`\nPublished into ${own}: ${files.join(', ')}. A running gateway takes it up within seconds.`);
  if (report.freed.length > 0)
    console.log('Parked messages that it frees: gateway journal retry --parked --mapping NAME');
}

function ownOf({ mappings }: Config): string {
  if (mappings === undefined) throw new Error('The config names no folder of your own mappings (mappings:).');
  return mappings;
}

/** Its check and its fixtures, as a running gateway does it before it takes an edit up. */
async function isProved(site: Site, config: Config, mappings: string): Promise<boolean> {
  const workers = new Workers({ ...ownFolders(config), mappings });
  try {
    const findings = await workers.prove(usedTools(site.channels));
    for (const finding of findings) console.error(tellFinding(finding, config.language));
    return findings.length === 0;
  } finally {
    await workers.close();
  }
}

/** Characters of the report that are kept with the decision. */
const longest = 4000;

function keep(
  config: Config,
  report: CompareReport,
  reason: string,
  files: readonly string[],
): Promise<void> {
  const lines = [summary(report), ...report.outcomes.map(outcomeLine), `Files: ${files.join(', ')}.`];
  const entry = { subject: 'mappings', action: 'map publish', who: who(), reason };
  return beside(config.journal, (journal) =>
    journal.note({ ...entry, result: lines.join(' ').slice(0, longest) }),
  );
}

function refuse(why: string): void {
  console.error(`gateway: ${why} Nothing was published.`);
  process.exitCode = 1;
}
