import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { asItIs, type Told, told } from '../findings/troubles.ts';
import { reasonOf } from '../folders/error.ts';
import { isScsn } from '../formats/registry.ts';
import { all, lookAt } from '../gateway/checks/checks.ts';
import { lookAtExchange } from '../gateway/checks/exchange.ts';
import { type Found, labels, tellFound, tellLine, wrong } from '../gateway/checks/found.ts';
import { lookForPlaceholders } from '../gateway/checks/placeholders.ts';
import { readJournal } from '../journal/open.ts';
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
import { tellFinding, withConfig } from './common.ts';

interface Options {
  readonly config: string;
  readonly offline: boolean;
  readonly language?: Language;
}

export function checkCommand(): Command {
  return withConfig(new Command('check'))
    .option('--offline', 'do not ask the exchange', false)
    .addOption(
      new Option('--language <language>', 'of what is said (default: the `language` of the config)').choices(
        languages,
      ),
    )
    .action(async ({ config: path, offline, language: asked }: Options) => {
      const { config, findings, language = asked ?? 'en' } = await loadConfig(path, process.env, asked);
      for (const finding of findings) console.error(tellFinding(finding, language));
      const says = new Says(language);
      const level = config === undefined ? 'wrong' : findings.length > 0 ? 'warn' : 'ok';
      says.line(level, told('found-config', { path }));
      if (config) await checkAll({ ...config, language }, says, { path, offline });
      says.end();
      process.exitCode = says.isWrong ? 1 : 0;
    });
}

/** What was found, as it is told; the worst of it decides how it ends. */
class Says {
  readonly language: Language;
  readonly #levels = new Set<Found['level']>();

  constructor(language: Language) {
    this.language = language;
  }

  get isWrong(): boolean {
    return this.#levels.has('wrong');
  }

  found(found: Found): void {
    this.#levels.add(found.level);
    for (const line of tellFound(found, this.language)) console.log(line);
  }

  line(level: Found['level'], text: Told): void {
    this.#levels.add(level);
    console.log(tellLine(level, text[this.language], this.language));
  }

  finding(finding: Finding): void {
    this.note(tellFinding(finding, this.language));
  }

  /** Of the line before. */
  note(text: string): void {
    console.log(`      ${text}`);
  }

  end(): void {
    const marked = (['warn', 'open'] as const).filter((level) => this.#levels.has(level));
    const [one, other] = marked.map((level) => `\`${labels[this.language][level]}\``);
    const marks = other === undefined ? (one ?? '') : told('mark-and', { one: one ?? '', other });
    const right = one === undefined ? told('all-right') : told('all-but', { marks });
    console.log((this.isWrong ? told('something-wrong') : right)[this.language]);
  }
}

interface Place {
  readonly path: string;
  readonly offline: boolean;
}

async function checkAll(config: Config, says: Says, { path, offline }: Place): Promise<void> {
  for await (const found of lookAt(all, config)) says.found(found);
  await checkMappings(config, says);
  for (const warning of readableByOthers(privateFiles(config, path))) says.line('warn', warning);
  if (offline || lookForPlaceholders(config).length > 0) return;
  for (const found of await lookAtExchange(config)) says.found(found);
}

/** The journal, unless it is a database's, and the files with secrets. */
export const privateFiles = ({ journal, http }: Config, path: string): readonly string[] => [
  ...(journal.postgres === undefined ? ofJournal(journal.sqlite).filter((file) => !isForGroup(file)) : []),
  ...ofSecrets(path, [http.webhook?.tls?.key]),
];

async function checkMappings(config: Config, says: Says): Promise<void> {
  const tools = loadToolboxes(config.mappings, undefined, config.language);
  try {
    const right = schemaFolders(config).map((folder) => checkTools(config, tools, says, folder));
    // what does not fit is told once what it is made of is right
    const fits =
      right.every(Boolean) &&
      channelsOf(config)
        .map((one) => checkChain(tools, one, says))
        .every(Boolean);
    const passed = [checkOwnFolder(config, says), fits].every(Boolean) && checkFixtures(config, tools, says);
    if (passed) await warnOfParties(config, tools, says);
  } finally {
    tools.dispose();
  }
}

function checkOwnFolder({ mappings, language }: Config, says: Says): boolean {
  if (mappings === undefined) return true;
  const there = existsSync(mappings);
  if (!there) says.found(wrong(told('found-mappings'), 'mappings-not-there', { folder: mappings }));
  for (const finding of ownFolderFindings(mappings, packageFolder('mappings'), language))
    says.line('warn', asItIs(tellFinding(finding, language)));
  return there;
}

/** Own fixtures: what does not pass them is not taken up while the gateway runs either. */
function checkFixtures(config: Config, tools: Toolboxes, says: Says): boolean {
  const findings = proveMappings(tools, usedTools(channelsOf(config)), config.mappings);
  for (const finding of findings) {
    const what = asItIs(tellFinding(finding, config.language));
    says.found({ level: 'wrong', about: told('found-fixture'), what });
  }
  return findings.length === 0;
}

/** An upgrade may read numbers of parties otherwise than before: better said now than by the next order that is parked. */
async function warnOfParties(config: Config, tools: Toolboxes, says: Says): Promise<void> {
  const journal = await readJournal(config.journal).catch(() => undefined);
  if (journal === undefined) return;
  try {
    for (const found of await unknownSchemes(journal, tools, channelsOf(config))) {
      const { what, todo } = partyWords(found);
      says.found({
        level: 'warn',
        about: told('found-parties', { name: found.channel }),
        what,
        more: [todo],
      });
    }
  } finally {
    await journal.close();
  }
}

/** Each with its channels; undefined for the delivered schemas. */
const schemaFolders = (config: Config): readonly (string | undefined)[] => [
  ...new Set(channelsOf(config).map(({ settings }) => settings.schemas)),
];

function checkTools(config: Config, tools: Toolboxes, says: Says, folder: string | undefined): boolean {
  const channels = channelsOf(config).filter(({ settings }) => settings.schemas === folder);
  const types = [...new Set(channels.map(({ settings }) => settings.document))];
  const schemas = folder === undefined ? told('found-schemas') : told('found-schemas-in', { folder });
  const found = report(schemas, says, () => {
    for (const type of types.filter(isScsn)) tools.with(folder).format(type).ready?.();
    return [];
  });
  const formats = types
    .filter((type) => !isScsn(type))
    .map((name) =>
      report(told('found-format', { name }), says, () => {
        tools.with(folder).format(name);
        return tools.with(folder).formats.load(name).findings;
      }),
    );
  const names = [...new Set(channels.flatMap(({ settings }) => settings.map ?? []))];
  const results = names.map((name) =>
    report(mappingWords(name, folder), says, () => {
      tools.with(folder).mapping(name);
      const { formats } = tools.with(folder);
      return loadMapping(name, mappingFolders(config.mappings), formats, undefined, config.language).findings;
    }),
  );
  return found && [...formats, ...results].every(Boolean);
}

const mappingWords = (name: string, folder: string | undefined): Told =>
  folder === undefined ? told('found-mapping', { name }) : told('found-mapping-beside', { name, folder });

/** Each mapping of a channel makes what the next one reads, up to its other end. That one alone fits is not worth a line. */
function checkChain(tools: Toolboxes, channel: Channel, says: Says): boolean {
  const { map = [], document, schemas } = channel.settings;
  const isShort = map.length < 2 && isScsn(document);
  const work = (): readonly Finding[] => {
    chainOf(tools.with(schemas), channel);
    return [];
  };
  return report(told('found-channel', { name: channel.name, way: wayOf(channel) }), says, work, isShort);
}

/** `csv-orders > csv-orders-to-order > order-to-exchange > api-connector/order` */
function wayOf({ settings }: Channel): string {
  const { document, map = [], to } = settings;
  return 'exchange' in to ? [document, ...map, to.exchange].join(' > ') : [...map, document].join(' > ');
}

/** `work` may give warnings. `isQuiet`: what is right is not told. */
function report(what: Told, says: Says, work: () => readonly Finding[], isQuiet = false): boolean {
  try {
    const warnings = work();
    if (!isQuiet || warnings.length > 0) says.line(warnings.length > 0 ? 'warn' : 'ok', what);
    for (const warning of warnings) says.finding(warning);
    return true;
  } catch (error) {
    const findings = error instanceof NotUsable ? error.findings : [];
    if (findings.length > 0) says.line('wrong', what);
    else says.found({ level: 'wrong', about: what, what: asItIs(reasonOf(error)) });
    for (const finding of findings) says.finding(finding);
    return false;
  }
}
