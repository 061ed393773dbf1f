import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { loadConfig } from '../config/load/load-config.ts';
import type { Config } from '../config/schema/config-schema.ts';
import { keepUntranslated, type LocalizedText, localize } from '../findings/localized-text.ts';
import { reasonOf } from '../folders/folder-error.ts';
import { isScsnDocument } from '../formats/format-registry.ts';
import { allChecks, runChecks } from '../gateway/checks/all-checks.ts';
import { checkExchange } from '../gateway/checks/check-exchange.ts';
import { checkPlaceholders } from '../gateway/checks/check-placeholders.ts';
import {
  type CheckResult,
  labels,
  renderCheckLine,
  renderCheckResult,
  wrongResult,
} from '../gateway/checks/check-result.ts';
import {
  findReadableByOthers,
  isReadableByGroupOnly,
  listJournalFiles,
  listSecretFiles,
} from '../gateway/checks/file-rights.ts';
import { readJournal } from '../journal/open/open-journal.ts';
import { inspectOwnFolder } from '../mapping/compare/check-own-folder.ts';
import { loadMapping } from '../mapping/load-mapping.ts';
import { buildChannels, type Channel } from '../pipeline/channel/channel.ts';
import { mappingFolders, packageFolder } from '../pipeline/channel/mapping-folders.ts';
import { resolveChain } from '../pipeline/runtime/channel-chain.ts';
import { type ChannelRuntimes, loadChannelRuntimes } from '../pipeline/runtime/channel-runtime.ts';
import { listDistinctChannels } from '../pipeline/runtime/distinct-channels.ts';
import { NotUsable } from '../pipeline/runtime/not-usable.ts';
import { proveMappings } from '../pipeline/runtime/prove-mappings.ts';
import { findUnknownSchemes, renderUnknownParty } from '../pipeline/runtime/unknown-parties.ts';
import { type Finding, type Language, languages } from '../types.ts';
import { addConfigOption, renderFindingLine } from './kit/command-kit.ts';

interface Options {
  readonly config: string;
  readonly offline: boolean;
  readonly language?: Language;
}

export function checkCommand(): Command {
  return addConfigOption(new Command('check'))
    .option('--offline', 'do not ask the exchange', false)
    .addOption(
      new Option('--language <language>', 'of what is said (default: the `language` of the config)').choices(
        languages,
      ),
    )
    .action(async ({ config: path, offline, language: asked }: Options) => {
      const { config, findings, language = asked ?? 'en' } = await loadConfig(path, process.env, asked);
      for (const finding of findings) console.error(renderFindingLine(finding, language));
      const says = new CheckPrinter(language);
      const level = config === undefined ? 'wrong' : findings.length > 0 ? 'warn' : 'ok';
      says.printLine(level, localize('found-config', { path }));
      if (config) await checkAll({ ...config, language }, says, { path, offline });
      says.printEnd();
      process.exitCode = says.isWrong ? 1 : 0;
    });
}

/** What was found, as it is told; the worst of it decides how it ends. */
class CheckPrinter {
  readonly language: Language;
  readonly #levels = new Set<CheckResult['level']>();

  constructor(language: Language) {
    this.language = language;
  }

  get isWrong(): boolean {
    return this.#levels.has('wrong');
  }

  printResult(found: CheckResult): void {
    this.#levels.add(found.level);
    for (const line of renderCheckResult(found, this.language)) console.log(line);
  }

  printLine(level: CheckResult['level'], text: LocalizedText): void {
    this.#levels.add(level);
    console.log(renderCheckLine(level, text[this.language], this.language));
  }

  printFinding(finding: Finding): void {
    this.printNote(renderFindingLine(finding, this.language));
  }

  /** Of the line before. */
  printNote(text: string): void {
    console.log(`      ${text}`);
  }

  printEnd(): void {
    const marked = (['warn', 'open'] as const).filter((level) => this.#levels.has(level));
    const [one, other] = marked.map((level) => `\`${labels[this.language][level]}\``);
    const marks = other === undefined ? (one ?? '') : localize('mark-and', { one: one ?? '', other });
    const right = one === undefined ? localize('all-right') : localize('all-but', { marks });
    console.log((this.isWrong ? localize('something-wrong') : right)[this.language]);
  }
}

interface CheckOptions {
  readonly path: string;
  readonly offline: boolean;
}

async function checkAll(config: Config, says: CheckPrinter, { path, offline }: CheckOptions): Promise<void> {
  for await (const found of runChecks(allChecks, config)) says.printResult(found);
  await checkMappings(config, says);
  for (const warning of findReadableByOthers(listPrivateFiles(config, path))) says.printLine('warn', warning);
  if (offline || checkPlaceholders(config).length > 0) return;
  for (const found of await checkExchange(config)) says.printResult(found);
}

/** The journal, unless it is a database's, and the files with secrets. */
export const listPrivateFiles = ({ journal, http }: Config, path: string): readonly string[] => [
  ...(journal.postgres === undefined
    ? listJournalFiles(journal.sqlite).filter((file) => !isReadableByGroupOnly(file))
    : []),
  ...listSecretFiles(path, [http.webhook?.tls?.key]),
];

async function checkMappings(config: Config, says: CheckPrinter): Promise<void> {
  const tools = loadChannelRuntimes(config.mappings, undefined, config.language);
  try {
    const right = schemaFolders(config).map((folder) => checkTools(config, tools, says, folder));
    // what does not fit is told once what it is made of is right
    const fits =
      right.every(Boolean) &&
      buildChannels(config)
        .map((one) => checkChain(tools, one, says))
        .every(Boolean);
    const passed = [checkOwnFolder(config, says), fits].every(Boolean) && checkFixtures(config, tools, says);
    if (passed) await warnOfParties(config, tools, says);
  } finally {
    tools.dispose();
  }
}

function checkOwnFolder({ mappings, language }: Config, says: CheckPrinter): boolean {
  if (mappings === undefined) return true;
  const there = existsSync(mappings);
  if (!there)
    says.printResult(wrongResult(localize('found-mappings'), 'mappings-not-there', { folder: mappings }));
  for (const finding of inspectOwnFolder(mappings, packageFolder('mappings'), language))
    says.printLine('warn', keepUntranslated(renderFindingLine(finding, language)));
  return there;
}

/** Own fixtures: what does not pass them is not taken up while the gateway runs either. */
function checkFixtures(config: Config, tools: ChannelRuntimes, says: CheckPrinter): boolean {
  const findings = proveMappings(tools, listDistinctChannels(buildChannels(config)), config.mappings);
  for (const finding of findings) {
    const what = keepUntranslated(renderFindingLine(finding, config.language));
    says.printResult({ level: 'wrong', about: localize('found-fixture'), what });
  }
  return findings.length === 0;
}

/** An upgrade may read numbers of parties otherwise than before: better said now than by the next order that is parked. */
async function warnOfParties(config: Config, tools: ChannelRuntimes, says: CheckPrinter): Promise<void> {
  const journal = await readJournal(config.journal).catch(() => undefined);
  if (journal === undefined) return;
  try {
    for (const found of await findUnknownSchemes(journal, tools, buildChannels(config))) {
      const { what, todo } = renderUnknownParty(found);
      says.printResult({
        level: 'warn',
        about: localize('found-parties', { name: found.channel }),
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
  ...new Set(buildChannels(config).map(({ settings }) => settings.schemas)),
];

function checkTools(
  config: Config,
  tools: ChannelRuntimes,
  says: CheckPrinter,
  folder: string | undefined,
): boolean {
  const channels = buildChannels(config).filter(({ settings }) => settings.schemas === folder);
  const types = [...new Set(channels.map(({ settings }) => settings.document))];
  const schemas = folder === undefined ? localize('found-schemas') : localize('found-schemas-in', { folder });
  const found = report(schemas, says, () => {
    for (const type of types.filter(isScsnDocument)) tools.forSchemas(folder).format(type).warmUp?.();
    return [];
  });
  const formats = types
    .filter((type) => !isScsnDocument(type))
    .map((name) =>
      report(localize('found-format', { name }), says, () => {
        tools.forSchemas(folder).format(name);
        return tools.forSchemas(folder).formats.load(name).findings;
      }),
    );
  const names = [...new Set(channels.flatMap(({ settings }) => settings.map ?? []))];
  const results = names.map((name) =>
    report(mappingTitle(name, folder), says, () => {
      tools.forSchemas(folder).mapping(name);
      const { formats } = tools.forSchemas(folder);
      return loadMapping(name, mappingFolders(config.mappings), formats, undefined, config.language).findings;
    }),
  );
  return found && [...formats, ...results].every(Boolean);
}

const mappingTitle = (name: string, folder: string | undefined): LocalizedText =>
  folder === undefined
    ? localize('found-mapping', { name })
    : localize('found-mapping-beside', { name, folder });

/** Each mapping of a channel makes what the next one reads, up to its other end. That one alone fits is not worth a line. */
function checkChain(tools: ChannelRuntimes, channel: Channel, says: CheckPrinter): boolean {
  const { map = [], document, schemas } = channel.settings;
  const isShort = map.length < 2 && isScsnDocument(document);
  const work = (): readonly Finding[] => {
    resolveChain(tools.forSchemas(schemas), channel);
    return [];
  };
  return report(
    localize('found-channel', { name: channel.name, way: renderChain(channel) }),
    says,
    work,
    isShort,
  );
}

/** `csv-orders > csv-orders-to-order > order-to-exchange > api-connector/order` */
function renderChain({ settings }: Channel): string {
  const { document, map = [], to } = settings;
  return 'exchange' in to ? [document, ...map, to.exchange].join(' > ') : [...map, document].join(' > ');
}

/** `work` may give warnings. `isQuiet`: what is right is not told. */
function report(
  what: LocalizedText,
  says: CheckPrinter,
  work: () => readonly Finding[],
  isQuiet = false,
): boolean {
  try {
    const warnings = work();
    if (!isQuiet || warnings.length > 0) says.printLine(warnings.length > 0 ? 'warn' : 'ok', what);
    for (const warning of warnings) says.printFinding(warning);
    return true;
  } catch (error) {
    const findings = error instanceof NotUsable ? error.findings : [];
    if (findings.length > 0) says.printLine('wrong', what);
    else says.printResult({ level: 'wrong', about: what, what: keepUntranslated(reasonOf(error)) });
    for (const finding of findings) says.printFinding(finding);
    return false;
  }
}
