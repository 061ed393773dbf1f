import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { pino } from 'pino';
import type { Config } from '../config/schema.ts';
import { openExchange } from '../exchange/open.ts';
import { folderName } from '../folders/endpoint.ts';
import { Folders, pathOf } from '../folders/open.ts';
import { proveFolder } from '../folders/prove.ts';
import { readJournal } from '../journal/open.ts';
import { type Channel, channelsOf } from '../pipeline/channel.ts';
import { proveMappings } from '../pipeline/workers/prove-mappings.ts';
import { loadToolboxes, NotUsable, type Toolboxes } from '../pipeline/workers/toolbox.ts';
import { usedTools } from '../pipeline/workers/used-tools.ts';
import { checkJournal } from './check-journal.ts';
import { configOrFindings, tellFinding, withConfig } from './common.ts';

export function checkCommand(): Command {
  return withConfig(new Command('check'))
    .description('load config, schemas and mappings, try the folders and the login, and say what is wrong')
    .option('--offline', 'do not log in at the exchange', false)
    .action(async ({ config: path, offline }: { config: string; offline: boolean }) => {
      const config = await configOrFindings(path);
      console.log(`${config ? 'ok   ' : 'WRONG'} config ${path}`);
      const passed = config ? await checkAll(config, path, offline) : false;
      console.log(passed ? 'Everything is in order.' : 'Something is wrong; see above.');
      process.exitCode = passed ? 0 : 1;
    });
}

async function checkAll(config: Config, path: string, offline: boolean): Promise<boolean> {
  const results = [await checkMappings(config), await checkJournal(config, path), await checkFolders(config)];
  if (!offline) results.push(await checkLogin(config));
  return results.every(Boolean);
}

async function checkMappings(config: Config): Promise<boolean> {
  const tools = loadToolboxes(config.mappings);
  try {
    const right = schemaFolders(config).map((folder) => checkTools(config, tools, folder));
    return [checkOwnFolder(config), ...right].every(Boolean) && checkFixtures(config, tools);
  } finally {
    tools.dispose();
  }
}

function checkOwnFolder({ mappings }: Config): boolean {
  const there = mappings === undefined || existsSync(mappings);
  if (!there) console.log(`WRONG mappings ${mappings} is not there; the delivered mappings alone are used.`);
  return there;
}

/** Own fixtures: what does not pass them is not taken up while the gateway runs either. */
function checkFixtures(config: Config, tools: Toolboxes): boolean {
  const findings = proveMappings(tools, usedTools(channelsOf(config)), config.mappings);
  for (const finding of findings) console.log(`WRONG fixture: ${tellFinding(finding)}`);
  return findings.length === 0;
}

/** Each with its channels; undefined for the delivered schemas. */
const schemaFolders = (config: Config): readonly (string | undefined)[] => [
  ...new Set(channelsOf(config).map(({ settings }) => settings.schemas)),
];

function checkTools(config: Config, tools: Toolboxes, folder: string | undefined): boolean {
  const channels = channelsOf(config).filter(({ settings }) => settings.schemas === folder);
  const types = [...new Set(channels.map(({ settings }) => settings.document))];
  const found = report(folder === undefined ? 'schemas' : `schemas ${folder}`, () => {
    for (const type of types) tools.with(folder).schemas.validator(type);
  });
  const names = [...new Set(channels.flatMap(({ settings }) => settings.map ?? []))];
  const beside = folder === undefined ? '' : ` with schemas ${folder}`;
  const results = names.map((name) =>
    report(`mapping ${name}${beside}`, () => tools.with(folder).mapping(name)),
  );
  return found && results.every(Boolean);
}

function report(what: string, work: () => unknown): boolean {
  try {
    work();
    console.log(`ok    ${what}`);
    return true;
  } catch (error) {
    console.log(`WRONG ${what}: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof NotUsable)
      for (const finding of error.findings) console.log(`      ${tellFinding(finding)}`);
    return false;
  }
}

async function checkFolders(config: Config): Promise<boolean> {
  const folders = new Folders(pino({ level: 'silent' }));
  try {
    const journal = await journalId(config);
    let passed = true;
    for (const channel of channelsOf(config))
      passed = (await checkFolder(folders, channel, journal)) && passed;
    return passed;
  } finally {
    await folders.close();
  }
}

/** Undefined before the first start. */
async function journalId({ journal: settings }: Config): Promise<string | undefined> {
  try {
    const journal = await readJournal(settings);
    await journal.close();
    return journal.id;
  } catch {
    return undefined;
  }
}

async function checkFolder(
  folders: Folders,
  { name, direction, settings }: Channel,
  journal: string | undefined,
): Promise<boolean> {
  const end = direction === 'inbound' ? settings.from : settings.to;
  const purpose =
    direction === 'inbound'
      ? {
          direction,
          journal,
          claim: settings.from.claim,
          work: settings.from.work,
          interval: settings.from.sftp ? undefined : settings.from.settle.interval,
        }
      : { direction };
  const { wrong, seen, warnings } = await proveFolder(pathOf(end), purpose, folders.filesOf(end));
  console.log(`${wrong === undefined ? 'ok   ' : 'WRONG'} folder of ${name}: ${wrong ?? folderName(end)}`);
  if (seen.length > 0) console.log(`      ${seen.join('; ')}`);
  for (const warning of warnings) console.log(`warn  folder of ${name}: ${warning}`);
  return wrong === undefined;
}

async function checkLogin(config: Config): Promise<boolean> {
  const exchange = await openExchange(config.exchange, pino({ level: 'silent' }));
  try {
    const answer = await exchange.login();
    if (answer.kind === 'ok') console.log(`ok    login at ${config.exchange.baseUrl}`);
    else
      console.log(
        `WRONG login at ${config.exchange.baseUrl}: ${exchange.trouble() ?? `status ${answer.status}`}`,
      );
    return answer.kind === 'ok';
  } finally {
    await exchange.close();
  }
}
