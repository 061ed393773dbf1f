import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Command, Option } from 'commander';
import { configJsonSchema } from '../config/schema/config-json-schema.ts';
import { examplePassword, renderStarterConfig, starterFolders } from '../config/starter-config.ts';
import type { SyntaxStarter } from '../formats/define-syntax.ts';
import { findSyntax, syntaxes } from '../formats/syntaxes.ts';
import { packageFile } from '../package.ts';
import { subtractDays } from '../time/instants.ts';
import { mappingSchemaFile, renderMappingSchema } from '../workbench/overlay/mapping-schema.ts';
import { renderGatewayCall, resolveFromCaller } from './kit/command-kit.ts';

export function initCommand(): Command {
  return new Command('init')
    .argument('<dir>', 'where; made when it is not there', resolveFromCaller)
    .addOption(
      new Option(
        '--format <format>',
        `what the ERP's files are: ${starters.map(({ starter }) => starter.label).join(', ')}; else SCSN`,
      ).choices(starters.map(({ name }) => name)),
    )
    .action(async (dir: string, { format }: { readonly format?: string }) => {
      for (const { path, isNew: made } of await init(dir, new Date(), format))
        console.log(`${made ? 'made' : 'kept'}  ${path}`);
      console.log(renderNextSteps(dir, findSyntax(format)?.starter));
    });
}

const starters = syntaxes.flatMap(({ name, starter }) => (starter === undefined ? [] : [{ name, starter }]));

export interface InitializedPath {
  readonly path: string;
  /** False: it was there already and was left as it is. */
  readonly isNew: boolean;
}

/** Writes everything a new site needs; what is there is kept. `format`: syntax of the ERP's files; without it they are SCSN. */
export async function init(dir: string, now: Date, format?: string): Promise<readonly InitializedPath[]> {
  const starter = findSyntax(format)?.starter;
  const written: InitializedPath[] = [];
  for (const folder of starterFolders)
    written.push(await makeFolder(join(dir, folder), folder === 'data' ? 0o700 : 0o777));
  written.push(await makeFolder(join(dir, 'secrets'), 0o700));
  written.push(await makeFile(join(dir, 'secrets', 'password'), examplePassword, 0o600));
  written.push(await makeFile(join(dir, 'gateway.schema.json'), schemaText(), 0o666));
  written.push(await makeFile(join(dir, 'mappings', mappingSchemaFile), renderMappingSchema(), 0o666));
  written.push(
    await makeFile(join(dir, 'gateway.yaml'), renderStarterConfig(monthBefore(now), starter), 0o666),
  );
  return starter === undefined ? written : [...written, ...(await sampleFiles(dir, starter))];
}

async function sampleFiles(
  dir: string,
  { samples, sampleFile }: SyntaxStarter,
): Promise<readonly InitializedPath[]> {
  const folder = packageFile('samples', samples);
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const written: InitializedPath[] = [];
  for (const path of paths) {
    const to = path === sampleFile ? join(dir, path) : join(dir, 'mappings', path);
    await mkdir(dirname(to), { recursive: true });
    written.push(await makeFile(to, await readFile(join(folder, path), 'utf8'), 0o666));
  }
  return written;
}

async function makeFolder(path: string, mode: number): Promise<InitializedPath> {
  return { path, isNew: (await mkdir(path, { recursive: true, mode })) !== undefined };
}

async function makeFile(path: string, text: string, mode: number): Promise<InitializedPath> {
  try {
    await writeFile(path, text, { flag: 'wx', mode });
    return { path, isNew: true };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return { path, isNew: false };
    throw error;
  }
}

function schemaText(): string {
  return `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
}

/** Midnight (UTC), thirty days ago. */
function monthBefore(now: Date): string {
  const day = subtractDays(now, 30).slice(0, 10);
  return `${day}T00:00:00.000Z`;
}

function renderNextSteps(dir: string, starter: SyntaxStarter | undefined): string {
  const path = (name: string) => join(dir, name);
  const gateway = renderGatewayCall();
  return `
Next:
  1. Fill in the lines marked with <== in ${path('gateway.yaml')}
     and write the password into ${path('secrets/password')}
  2. ${gateway} check --config ${path('gateway.yaml')}
  3. ${gateway} start --config ${path('gateway.yaml')}
  4. ${starter?.renderNextStep(path) ?? 'Put an SCSN order'} into ${path('erp/out/orders')} and see what became of it:
     ${gateway} journal list --config ${path('gateway.yaml')}`;
}
