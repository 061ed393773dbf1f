import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config/schema.ts';
import type { Journal } from '../journal/interface.ts';
import { isBroken } from '../pipeline/workers/used-tools.ts';
import type { Site } from '../replay/again.ts';
import { type FolderFiles, readFolder, readKeptFolder } from '../replay/versions/folder-state.ts';
import { historyOf, type MappingVersion, textsOfVersion, versionNamed } from '../replay/versions/history.ts';
import { planFileChanges, replaceFiles } from '../replay/versions/replace-files.ts';
import { buildRestoredFolder, listFixtures, removeFixtures } from '../replay/versions/restore.ts';
import { readUsedVersions, type UsedVersions } from '../replay/versions/used-versions.ts';
import type { Finding } from '../types.ts';
import { fromCaller, tellFinding, withConfig } from './common.ts';
import {
  assertUnchanged,
  listChangedVersions,
  ownOf,
  putInPlace,
  runGate,
  takeSnapshotWith,
  withStaged,
} from './mappings-folder.ts';
import { withSite } from './replay-site.ts';

interface Options {
  readonly config: string;
  readonly mappings?: string;
  readonly reason: string;
}

export function restoreVersionCommand(): Command {
  return withConfig(new Command('restore'))
    .argument('<mapping>', 'name of a mapping')
    .argument('<version>', 'its number or the beginning of its hash, as `map history` lists them')
    .option('-m, --mappings <folder>', 'your own mappings; those of the config without it', fromCaller)
    .option('--reason <text>', 'why; it is kept in the journal', '')
    .action(async (name: string, version: string, options: Options) => {
      await withSite(options.config, undefined, (site, config, journal) =>
        restore({ site, config, journal }, name, version, options),
      );
    });
}

interface Parts {
  readonly site: Site;
  readonly config: Config;
  readonly journal: Journal;
}

async function restore(parts: Parts, name: string, said: string, options: Options): Promise<void> {
  const { journal, config } = parts;
  const own = options.mappings ?? ownOf(config);
  if (!existsSync(own)) throw new Error(`There is no folder ${own}.`);
  const version = versionNamed(await historyOf(journal, name), said);
  const before = readFolder(own);
  const then = version.folder === '' ? undefined : await readKeptFolder(journal, version.folder);
  const { files, underneath } = buildRestoredFolder(
    name,
    await textsOfVersion(journal, version),
    before,
    then,
  );
  const proved = await provedFolder(parts, own, name, files, then === undefined);
  if (proved === undefined) return;
  assertUnchanged(own, before);
  const kept = await put(parts, { own, name, version, before, proved }, options);
  tellFiles(before, proved.files, kept, own, version);
  await tellVersion(parts, { own, name, version, before, proved });
  for (const path of underneath)
    console.log(`${path} of the package, which yours extends, is another one by now: the result may differ.`);
  if (underneath.length > 0) process.exitCode = 1;
}

interface Proved {
  readonly files: FolderFiles;
  readonly used: UsedVersions;
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
): Promise<Proved | undefined> {
  const { config, site } = parts;
  const { findings, used } = await withStaged(files, async (staged) => {
    const found = (await runGate(config, site.channels, staged)).map((one) => shortened(one, staged));
    const isTaken = found.length === 0 || (await mends(parts, own, found));
    return {
      findings: found,
      used: isTaken ? readUsedVersions(await takeSnapshotWith(config, staged), site.channels) : undefined,
    };
  });
  if (used !== undefined) return { files, used };
  const others = mayDrop ? failing(findings, listFixtures(name, files)) : new Set<string>();
  if (others.size > 0) return provedFolder(parts, own, name, removeFixtures(files, others), false);
  for (const finding of findings) console.error(tellFinding(finding, config.language));
  console.error('gateway: A gateway could not take that up. Nothing was restored.');
  process.exitCode = 1;
  return undefined;
}

/** As the gateway's own gate: less is broken than now, and nothing else. */
async function mends({ config, site }: Parts, own: string, findings: readonly Finding[]): Promise<boolean> {
  const now = (await runGate(config, site.channels, own)).map((one) => shortened(one, own));
  const known = new Set(now.map((one) => JSON.stringify(one)));
  const broken = (some: readonly Finding[]): number => some.filter(isBroken).length;
  return findings.every((one) => known.has(JSON.stringify(one))) && broken(findings) < broken(now);
}

const shortened = ({ file, ...finding }: Finding, staged: string): Finding => ({
  ...finding,
  ...(file === undefined ? {} : { file: file.replace(staged, '').replace(/^[\\/]/, '') }),
});

const failing = (findings: readonly Finding[], own: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    findings
      .filter(({ code }) => code === 'fixture-differs')
      .flatMap(({ file = '' }) => (own.has(basename(file)) ? basename(file) : [])),
  );

function tellFiles(
  before: FolderFiles,
  after: FolderFiles,
  kept: string | undefined,
  own: string,
  { number }: MappingVersion,
): void {
  const { write, aside } = planFileChanges(before, after);
  if (write.length + aside.length === 0) console.log(`${own} holds version v${number} already.`);
  for (const path of write) console.log(`${path}: written`);
  for (const path of aside) console.log(`${path}: taken away, ${whyAside(path)}`);
  if (kept !== undefined) console.log(`What was there lies in ${kept}.`);
}

const whyAside = (path: string): string =>
  path.startsWith('fixtures/') ? 'it is a fixture of another version' : 'it was not there then';

interface Done {
  readonly own: string;
  readonly name: string;
  readonly version: MappingVersion;
  readonly before: FolderFiles;
  readonly proved: Proved;
}

/** Of the folder that runs it is kept who did it; another one is the user's own affair. */
async function put({ config }: Parts, done: Done, { reason }: Options): Promise<string | undefined> {
  const { own, name, version, before, proved } = done;
  const { files: after, used } = proved;
  const { write, aside } = planFileChanges(before, after);
  if (own !== config.mappings || write.length + aside.length === 0)
    return await replaceFiles(own, before, after);
  const result = `${name} v${version.number} was put back.`;
  const about = { action: 'restore', reason, freed: [], result } as const;
  return (await putInPlace(config, { own, before, after, used }, about)).kept;
}

async function tellVersion({ config, journal }: Parts, done: Done): Promise<void> {
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
