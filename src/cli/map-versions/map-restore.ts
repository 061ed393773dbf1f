import { Command } from 'commander';
import type { Language } from '../../types.ts';
import type { PublicationSite } from '../../workbench/publish/publication-site.ts';
import {
  planRestore,
  type RestoredVersion,
  type RestorePlan,
  restorePlanned,
} from '../../workbench/versions/restore-version.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from '../kit/command-kit.ts';
import { currentAccountName } from '../kit/journal-options.ts';
import { publicationSiteOf, withReplaySite } from '../kit/with-replay-site.ts';
import { renderNamedVersion } from './map-publish.ts';

interface Options {
  readonly config: string;
  readonly mappings?: string;
  readonly reason: string;
}

export function restoreVersionCommand(): Command {
  return addConfigOption(new Command('restore'))
    .argument('<mapping>', 'name of a mapping')
    .argument('<version>', 'its number or the beginning of its hash, as `map history` lists them')
    .option('-m, --mappings <folder>', 'your own mappings; those of the config without it', resolveFromCaller)
    .option('--reason <text>', 'why; it is kept in the journal', '')
    .action(async (name: string, version: string, options: Options) => {
      await withReplaySite(options.config, undefined, (site, config, journal) =>
        restore(publicationSiteOf(site, config, journal), name, version, options, config.language),
      );
    });
}

async function restore(
  site: PublicationSite,
  mapping: string,
  version: string,
  { mappings: folder, reason }: Options,
  language: Language,
): Promise<void> {
  const plan = await planRestore(site, { mapping, version, folder });
  if (plan.kind === 'refused') {
    for (const finding of plan.findings) console.error(renderFindingLine(finding, language));
    console.error('gateway: A gateway could not take that up. Nothing was restored.');
    process.exitCode = 1;
    return;
  }
  const restored = await restorePlanned(site, plan, { who: currentAccountName(), reason });
  if (restored.kind === 'refused') throw new Error(`${plan.folder} was changed meanwhile: do it again.`);
  printFiles(plan, restored.kept);
  console.log(renderRunning(plan, restored));
  for (const path of plan.underneath)
    console.log(`${path} of the package, which yours extends, is another one by now: the result may differ.`);
  if (plan.underneath.length > 0) process.exitCode = 1;
}

function printFiles(
  { folder, version, changes: { write, aside } }: RestorePlan,
  kept: string | undefined,
): void {
  if (write.length + aside.length === 0) console.log(`${folder} holds version v${version.number} already.`);
  for (const path of write) console.log(`${path}: written`);
  for (const path of aside) console.log(`${path}: taken away, ${asideReasonOf(path)}`);
  if (kept !== undefined) console.log(`What was there lies in ${kept}.`);
}

const asideReasonOf = (path: string): string =>
  path.startsWith('fixtures/') ? 'it is a fixture of another version' : 'it was not there then';

function renderRunning(
  { folder, mapping, version, isRunning }: RestorePlan,
  { used }: RestoredVersion,
): string {
  if (!isRunning) return `${folder} says what ${mapping} v${version.number} said.`;
  const now =
    used === undefined ? `${mapping} v${version.number}, which no channel uses,` : renderNamedVersion(used);
  return `${now} runs now: a running gateway takes it up within seconds.`;
}
