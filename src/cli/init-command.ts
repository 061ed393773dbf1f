import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Command, Option } from 'commander';
import { configJsonSchema } from '../config/schema/config-json-schema.ts';
import {
  examplePassword,
  renderStarterConfig,
  type StarterFormat,
  starterFolders,
} from '../config/starter-config.ts';
import { packageFile } from '../package.ts';
import { mappingSchemaFile, renderMappingSchema } from '../workbench/overlay/mapping-schema.ts';
import { renderGatewayCall, resolveFromCaller } from './kit/command-kit.ts';

export function initCommand(): Command {
  return new Command('init')
    .argument('<dir>', 'where; made when it is not there', resolveFromCaller)
    .addOption(
      new Option(
        '--format <format>',
        "what the ERP's files are: a table of its own, EDIFACT, SAP's IDocs; else SCSN",
      ).choices(Object.keys(starters)),
    )
    .action(async (dir: string, { format: files = 'scsn' }: { readonly format?: StarterFormat }) => {
      for (const { path, isNew: made } of await init(dir, new Date(), files))
        console.log(`${made ? 'made' : 'kept'}  ${path}`);
      console.log(nextSteps(dir, files));
    });
}

export interface InitializedPath {
  readonly path: string;
  /** False: it was there already and was left as it is. */
  readonly isNew: boolean;
}

/** Writes everything a new site needs; what is there is kept. */
export async function init(
  dir: string,
  now: Date,
  files: StarterFormat = 'scsn',
): Promise<readonly InitializedPath[]> {
  const written: InitializedPath[] = [];
  for (const folder of starterFolders)
    written.push(await makeFolder(join(dir, folder), folder === 'data' ? 0o700 : 0o777));
  written.push(await makeFolder(join(dir, 'secrets'), 0o700));
  written.push(await makeFile(join(dir, 'secrets', 'password'), examplePassword, 0o600));
  written.push(await makeFile(join(dir, 'gateway.schema.json'), schemaText(), 0o666));
  written.push(await makeFile(join(dir, 'mappings', mappingSchemaFile), renderMappingSchema(), 0o666));
  written.push(
    await makeFile(join(dir, 'gateway.yaml'), renderStarterConfig(monthBefore(now), files), 0o666),
  );
  return files === 'scsn' ? written : [...written, ...(await sampleFiles(dir, starters[files]))];
}

/** What an ERP whose files are not SCSN gets beside the config. */
interface Starter {
  /** Folder of samples/: what goes into the folder of mappings. */
  readonly samples: string;
  /** The one of it to try with, which goes beside the config. */
  readonly tryWith: string;
  /** The last of the next steps. `path`: of a file of the site. */
  step(path: (name: string) => string): string;
}

const starters: Readonly<Record<Exclude<StarterFormat, 'scsn'>, Starter>> = {
  csv: {
    samples: 'csv',
    tryWith: 'orders.csv',
    step: (
      path,
    ) => `Change ${path('mappings/formats/my-orders.yaml')} to what your ERP writes (docs/own-format.md),
     then put a file of it`,
  },
  edifact: {
    samples: 'edifact',
    tryWith: 'orders.edi',
    step: (
      path,
    ) => `If your interchanges name partners whom the messages do not, fill in ${path('mappings/tables/partners.csv')}
     (docs/edifact.md), then put a file of your ERP`,
  },
  idoc: {
    samples: 'idoc',
    tryWith: 'orders.xml',
    step: (
      path,
    ) => `Write your client, ports and partners into ${path('mappings/formats/my-idoc-ordrsp.yaml')}
     (docs/idoc.md), then put an IDoc of your SAP`,
  },
};

async function sampleFiles(dir: string, { samples, tryWith }: Starter): Promise<readonly InitializedPath[]> {
  const folder = packageFile('samples', samples);
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const written: InitializedPath[] = [];
  for (const path of paths) {
    const to = path === tryWith ? join(dir, path) : join(dir, 'mappings', path);
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
  const day = new Date(now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
  return `${day}T00:00:00.000Z`;
}

function nextSteps(dir: string, files: StarterFormat): string {
  const path = (name: string) => join(dir, name);
  const gateway = renderGatewayCall();
  return `
Next:
  1. Fill in the lines marked with <== in ${path('gateway.yaml')}
     and write the password into ${path('secrets/password')}
  2. ${gateway} check --config ${path('gateway.yaml')}
  3. ${gateway} start --config ${path('gateway.yaml')}
  4. ${files === 'scsn' ? 'Put an SCSN order' : starters[files].step(path)} into ${path('erp/out/orders')} and see what became of it:
     ${gateway} journal list --config ${path('gateway.yaml')}`;
}
