import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../../config/schema/config-schema.ts';
import type { Journal } from '../../journal/journal.ts';
import { isBlocking } from '../../pipeline/runtime/distinct-channels.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { Finding } from '../../types.ts';
import { type FolderFiles, readFolder, readKeptFolder } from '../../workbench/publish/mappings-folder.ts';
import { type MappingsInUse, readMappingsInUse } from '../../workbench/publish/mappings-in-use.ts';
import { planFileChanges, replaceFiles } from '../../workbench/publish/replace-files.ts';
import {
  listMappingHistory,
  type MappingVersion,
  requireVersion,
  requireVersionTexts,
} from '../../workbench/versions/mapping-history.ts';
import {
  buildRestoredFolder,
  listFixtureNames,
  removeFixtures,
} from '../../workbench/versions/restored-folder.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from '../kit/command-kit.ts';
import { withReplaySite } from '../kit/open-replay-site.ts';
import {
  assertUnchanged,
  listChangedVersions,
  proveStagedFolder,
  putInPlace,
  requireOwnFolder,
  takeSnapshotOf,
  withStagedFolder,
} from './folder-publication.ts';

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
        restore({ site, config, journal }, name, version, options),
      );
    });
}

interface Parts {
  readonly site: ReplaySite;
  readonly config: Config;
  readonly journal: Journal;
}

async function restore(parts: Parts, name: string, said: string, options: Options): Promise<void> {
  const { journal, config } = parts;
  const own = options.mappings ?? requireOwnFolder(config);
  if (!existsSync(own)) throw new Error(`There is no folder ${own}.`);
  const version = requireVersion(await listMappingHistory(journal, name), said);
  const before = readFolder(own);
  const then = version.folder === '' ? undefined : await readKeptFolder(journal, version.folder);
  const { files, underneath } = buildRestoredFolder(
    name,
    await requireVersionTexts(journal, version),
    before,
    then,
  );
  const proved = await provedFolder(parts, own, name, files, then === undefined);
  if (proved === undefined) return;
  assertUnchanged(own, before);
  const kept = await putRestoredInPlace(parts, { own, name, version, before, proved }, options);
  printFiles(before, proved.files, kept, own, version);
  await printRunningVersion(parts, { own, name, version, before, proved });
  for (const path of underneath)
    console.log(`${path} of the package, which yours extends, is another one by now: the result may differ.`);
  if (underneath.length > 0) process.exitCode = 1;
}

interface ProvedFolder {
  readonly files: FolderFiles;
  readonly used: MappingsInUse;
}

/**
 * The folder as a gateway could take it; undefined: it could not, and why was printed. `mayDrop`: which fixtures the version had is not
 * known, so those of its mapping that are not right with it are of others.
 */
async function provedFolder(
  parts: Parts,
  own: string,
  name: string,
  files: FolderFiles,
  mayDrop: boolean,
): Promise<ProvedFolder | undefined> {
  const { config, site } = parts;
  const { findings, used } = await withStagedFolder(files, async (staged) => {
    const found = (await proveStagedFolder(config, site.channels, staged)).map((one) =>
      withShortPath(one, staged),
    );
    const isTaken = found.length === 0 || (await mends(parts, own, found));
    return {
      findings: found,
      used: isTaken ? readMappingsInUse(await takeSnapshotOf(config, staged), site.channels) : undefined,
    };
  });
  if (used !== undefined) return { files, used };
  const others = mayDrop ? failing(findings, listFixtureNames(name, files)) : new Set<string>();
  if (others.size > 0) return provedFolder(parts, own, name, removeFixtures(files, others), false);
  for (const finding of findings) console.error(renderFindingLine(finding, config.language));
  console.error('gateway: A gateway could not take that up. Nothing was restored.');
  process.exitCode = 1;
  return undefined;
}

/** As the gateway's own gate: less is broken than now, and nothing else. */
async function mends({ config, site }: Parts, own: string, findings: readonly Finding[]): Promise<boolean> {
  const now = (await proveStagedFolder(config, site.channels, own)).map((one) => withShortPath(one, own));
  const known = new Set(now.map((one) => JSON.stringify(one)));
  const broken = (some: readonly Finding[]): number => some.filter(isBlocking).length;
  return findings.every((one) => known.has(JSON.stringify(one))) && broken(findings) < broken(now);
}

const withShortPath = ({ file, ...finding }: Finding, staged: string): Finding => ({
  ...finding,
  ...(file === undefined ? {} : { file: file.replace(staged, '').replace(/^[\\/]/, '') }),
});

const failing = (findings: readonly Finding[], own: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    findings
      .filter(({ code }) => code === 'fixture-differs')
      .flatMap(({ file = '' }) => (own.has(basename(file)) ? basename(file) : [])),
  );

function printFiles(
  before: FolderFiles,
  after: FolderFiles,
  kept: string | undefined,
  own: string,
  { number }: MappingVersion,
): void {
  const { write, aside } = planFileChanges(before, after);
  if (write.length + aside.length === 0) console.log(`${own} holds version v${number} already.`);
  for (const path of write) console.log(`${path}: written`);
  for (const path of aside) console.log(`${path}: taken away, ${asideReasonOf(path)}`);
  if (kept !== undefined) console.log(`What was there lies in ${kept}.`);
}

const asideReasonOf = (path: string): string =>
  path.startsWith('fixtures/') ? 'it is a fixture of another version' : 'it was not there then';

interface Restoration {
  readonly own: string;
  readonly name: string;
  readonly version: MappingVersion;
  readonly before: FolderFiles;
  readonly proved: ProvedFolder;
}

/** Of the folder that runs it is kept who did it; another one is the user's own affair. */
async function putRestoredInPlace(
  { config }: Parts,
  done: Restoration,
  { reason }: Options,
): Promise<string | undefined> {
  const { own, name, version, before, proved } = done;
  const { files: after, used } = proved;
  const { write, aside } = planFileChanges(before, after);
  if (own !== config.mappings || write.length + aside.length === 0)
    return await replaceFiles(own, before, after);
  const result = `${name} v${version.number} was put back.`;
  const about = { action: 'restore', reason, freed: [], result } as const;
  return (await putInPlace(config, { own, before, after, used }, about)).kept;
}

async function printRunningVersion({ config, journal }: Parts, done: Restoration): Promise<void> {
  const { own, name, version, proved } = done;
  if (own !== config.mappings) return console.log(`${own} says what ${name} v${version.number} said.`);
  const hash = proved.used.hashes.get(name);
  const used = { artifacts: [], hashes: new Map(hash === undefined ? [] : [[name, hash]]) };
  const [now = `${name} v${version.number}, which no channel uses,`] = await listChangedVersions(
    journal,
    undefined,
    used,
  );
  console.log(`${now} runs now: a running gateway takes it up within seconds.`);
}
