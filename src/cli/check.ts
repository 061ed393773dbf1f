import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { pino } from 'pino';
import type { Config } from '../config/schema.ts';
import { openExchange } from '../exchange/open.ts';
import { isScsn } from '../formats/registry.ts';
import { all, lookAt } from '../gateway/checks/checks.ts';
import { tellFound } from '../gateway/checks/found.ts';
import { lookForPlaceholders } from '../gateway/checks/placeholders.ts';
import { readJournal } from '../journal/open.ts';
import { onDisk } from '../mapping/files.ts';
import { loadMapping } from '../mapping/load.ts';
import { ownFolderFindings } from '../mapping/own-folder.ts';
import { isForGroup, ofJournal, ofSecrets, readableByOthers } from '../operator/rights.ts';
import { type Channel, channelsOf } from '../pipeline/channel.ts';
import { chainOf } from '../pipeline/workers/chain.ts';
import { mappingFolders, packageFolder } from '../pipeline/workers/mapping-folders.ts';
import { NotUsable } from '../pipeline/workers/not-usable.ts';
import { proveMappings } from '../pipeline/workers/prove-mappings.ts';
import { loadToolboxes, type Toolboxes } from '../pipeline/workers/toolbox.ts';
import { partyWords, unknownSchemes } from '../pipeline/workers/unknown-parties.ts';
import { usedTools } from '../pipeline/workers/used-tools.ts';
import { type Finding, type Language, languages } from '../types.ts';
import { configOrFindings, tellFinding, withConfig } from './common.ts';

interface Options {
  readonly config: string;
  readonly offline: boolean;
  readonly language?: Language;
}

export function checkCommand(): Command {
  return withConfig(new Command('check'))
    .option('--offline', 'do not log in at the exchange', false)
    .addOption(
      new Option(
        '--language <language>',
        'of what is said of the config and of mappings (default: the `language` of the config)',
      ).choices(languages),
    )
    .action(async ({ config: path, offline, language }: Options) => {
      const config = await configOrFindings(path, language);
      console.log(`${config ? 'ok   ' : 'WRONG'} config ${path}`);
      const passed = config ? await checkAll(inLanguage(config, language), path, offline) : false;
      console.log(passed ? 'Everything is in order.' : 'Something is wrong; see above.');
      process.exitCode = passed ? 0 : 1;
    });
}

const inLanguage = (config: Config, language = config.language): Config => ({ ...config, language });

async function checkAll(config: Config, path: string, offline: boolean): Promise<boolean> {
  const results = [await checkSite(config), await checkMappings(config)];
  for (const warning of readableByOthers(privateFiles(config, path))) console.log(`warn  ${warning}`);
  if (!offline && lookForPlaceholders(config).length === 0) results.push(await checkLogin(config));
  return results.every(Boolean);
}

/** The journal, unless it is a database's, and the files with secrets. */
export const privateFiles = ({ journal, http }: Config, path: string): readonly string[] => [
  ...(journal.postgres === undefined ? ofJournal(journal.sqlite).filter((file) => !isForGroup(file)) : []),
  ...ofSecrets(path, [http.webhook?.tls?.key]),
];

async function checkMappings(config: Config): Promise<boolean> {
  const tools = loadToolboxes(config.mappings, undefined, config.language);
  try {
    const right = schemaFolders(config).map((folder) => checkTools(config, tools, folder));
    // what does not fit is told once what it is made of is right
    const fits =
      right.every(Boolean) &&
      channelsOf(config)
        .map((one) => checkChain(tools, one))
        .every(Boolean);
    const passed = [checkOwnFolder(config), fits].every(Boolean) && checkFixtures(config, tools);
    if (passed) await warnOfParties(config, tools);
    return passed;
  } finally {
    tools.dispose();
  }
}

function checkOwnFolder({ mappings, language }: Config): boolean {
  if (mappings === undefined) return true;
  const there = existsSync(mappings);
  if (!there) console.log(`WRONG mappings ${mappings} is not there; the delivered mappings alone are used.`);
  for (const finding of ownFolderFindings(mappings, packageFolder('mappings'), language))
    console.log(`warn  ${tellFinding(finding, language)}`);
  return there;
}

/** Own fixtures: what does not pass them is not taken up while the gateway runs either. */
function checkFixtures(config: Config, tools: Toolboxes): boolean {
  const findings = proveMappings(tools, usedTools(channelsOf(config)), config.mappings);
  for (const finding of findings) console.log(`WRONG fixture: ${tellFinding(finding)}`);
  return findings.length === 0;
}

/** An upgrade may read numbers of parties otherwise than before: better said now than by the next order that is parked. */
async function warnOfParties(config: Config, tools: Toolboxes): Promise<void> {
  const journal = await readJournal(config.journal).catch(() => undefined);
  if (journal === undefined) return;
  try {
    for (const found of await unknownSchemes(journal, tools, channelsOf(config))) {
      const { what, todo } = partyWords(found);
      console.log(`warn  channel ${found.channel}: ${what}\n      ${todo}`);
    }
  } finally {
    await journal.close();
  }
}

/** Each with its channels; undefined for the delivered schemas. */
const schemaFolders = (config: Config): readonly (string | undefined)[] => [
  ...new Set(channelsOf(config).map(({ settings }) => settings.schemas)),
];

function checkTools(config: Config, tools: Toolboxes, folder: string | undefined): boolean {
  const channels = channelsOf(config).filter(({ settings }) => settings.schemas === folder);
  const types = [...new Set(channels.map(({ settings }) => settings.document))];
  const found = report(folder === undefined ? 'schemas' : `schemas ${folder}`, config.language, () => {
    for (const type of types.filter(isScsn)) tools.with(folder).format(type).ready?.();
    return [];
  });
  const names = [...new Set(channels.flatMap(({ settings }) => settings.map ?? []))];
  const beside = folder === undefined ? '' : ` with schemas ${folder}`;
  const formats = types
    .filter((type) => !isScsn(type))
    .map((type) =>
      report(`format ${type}`, config.language, () => {
        tools.with(folder).format(type);
        return tools.with(folder).formats.load(type).findings;
      }),
    );
  const results = names.map((name) =>
    report(`mapping ${name}${beside}`, config.language, () => {
      tools.with(folder).mapping(name);
      const { formats } = tools.with(folder);
      return loadMapping(name, mappingFolders(config.mappings), formats, onDisk, config.language).findings;
    }),
  );
  return found && [...formats, ...results].every(Boolean);
}

/** Each mapping of a channel makes what the next one reads, up to its other end. That one alone fits is not worth a line. */
function checkChain(tools: Toolboxes, channel: Channel): boolean {
  const { map = [], document, schemas } = channel.settings;
  const isShort = map.length < 2 && isScsn(document);
  const work = (): readonly Finding[] => {
    chainOf(tools.with(schemas), channel);
    return [];
  };
  return report(`channel ${channel.name}: ${wayOf(channel)}`, channel.language, work, isShort);
}

/** `csv-orders > csv-orders-to-order > order-to-exchange > api-connector/order` */
function wayOf({ settings }: Channel): string {
  const { document, map = [], to } = settings;
  return 'exchange' in to ? [document, ...map, to.exchange].join(' > ') : [...map, document].join(' > ');
}

/** `work` may give warnings. `isQuiet`: what is right is not told. */
function report(what: string, language: Language, work: () => readonly Finding[], isQuiet = false): boolean {
  try {
    const warnings = work();
    if (!isQuiet) console.log(`ok    ${what}`);
    for (const warning of warnings) console.log(`      ${tellFinding(warning, language)}`);
    return true;
  } catch (error) {
    console.log(`WRONG ${what}: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof NotUsable)
      for (const finding of error.findings) console.log(`      ${tellFinding(finding, language)}`);
    return false;
  }
}

/** What a start needs on this machine. */
async function checkSite(config: Config): Promise<boolean> {
  let passed = true;
  for await (const found of lookAt(all, config)) {
    for (const line of tellFound(found)) console.log(line);
    passed &&= found.level !== 'wrong';
  }
  return passed;
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
