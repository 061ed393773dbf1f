import { existsSync } from 'node:fs';
import type { Config } from '../../config/schema/config-schema.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { keepUntranslated, type LocalizedText, localize } from '../../findings/localized-text.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import { explainFolder, forbiddenCodes, systemCodeOf } from '../../folders/folder-error.ts';
import { isScsnDocument } from '../../formats/format-names.ts';
import { readJournal } from '../../journal/open/open-journal.ts';
import { inspectOwnFolder } from '../../mapping/compare/check-own-folder.ts';
import { buildChannels, type Channel } from '../../pipeline/channel/channel.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import { resolveChain } from '../../pipeline/runtime/channel-chain.ts';
import { type ChannelRuntimes, loadChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';
import { listDistinctChannels } from '../../pipeline/runtime/distinct-channels.ts';
import { NotUsable } from '../../pipeline/runtime/not-usable.ts';
import { proveMappings } from '../../pipeline/runtime/prove-mappings.ts';
import { findUnknownSchemes, renderUnknownParty } from '../../pipeline/runtime/unknown-parties.ts';
import type { Finding } from '../../types.ts';
import { type CheckedSite, type MappingCheckResult, wrongResult } from './check-result.ts';

/**
 * Schemas, formats and mappings; then the ways of channels through them, once what they are made of is right; then the fixtures of own
 * mappings, and the parties that they know. It leaves nothing behind.
 */
export async function* checkMappings(config: Config): AsyncGenerator<MappingCheckResult> {
  const site = { config, channels: buildChannels(config) };
  const tools = loadTools(config);
  if (!('forSchemas' in tools)) return yield tools;
  let isWrong = false;
  const seen = function* (results: Iterable<MappingCheckResult>): Generator<MappingCheckResult> {
    for (const result of results) {
      isWrong ||= result.level === 'wrong';
      yield result;
    }
  };
  try {
    for (const folder of listSchemaFolders(site)) yield* seen(checkTools(site, tools, folder));
    if (!isWrong) for (const channel of site.channels) yield* seen(checkChain(tools, channel));
    yield* seen(checkOwnFolder(config));
    if (!isWrong) yield* seen(checkFixtures(site, tools));
    if (!isWrong) yield* checkParties(site, tools);
  } finally {
    tools.dispose();
  }
}

/** What is wrong with the own folder, where its files cannot be listed. */
function loadTools({ mappings, language }: Config): ChannelRuntimes | MappingCheckResult {
  try {
    return loadChannelRuntimes(mappings, undefined, language);
  } catch (error) {
    const isForbidden = mappings !== undefined && forbiddenCodes.includes(systemCodeOf(error));
    const what = isForbidden ? explainFolder(mappings, error) : explainFailure(error);
    return { level: 'wrong', about: localize('found-mappings'), what };
  }
}

/** Each with its channels; undefined for the delivered schemas. */
const listSchemaFolders = ({ channels }: CheckedSite): readonly (string | undefined)[] => [
  ...new Set(channels.map(({ settings }) => settings.schemas)),
];

function* checkTools(
  { channels: all }: CheckedSite,
  tools: ChannelRuntimes,
  folder: string | undefined,
): Generator<MappingCheckResult> {
  const channels = all.filter(({ settings }) => settings.schemas === folder);
  const types = [...new Set(channels.map(({ settings }) => settings.document))];
  const names = [...new Set(channels.flatMap(({ settings }) => settings.map ?? []))];
  const schemas = folder === undefined ? localize('found-schemas') : localize('found-schemas-in', { folder });
  yield tryOut(schemas, () => {
    for (const type of types.filter(isScsnDocument)) tools.forSchemas(folder).format(type).warmUp?.();
    return [];
  });
  for (const name of types.filter((type) => !isScsnDocument(type)))
    yield tryOut(localize('found-format', { name }), () => {
      tools.forSchemas(folder).format(name);
      return tools.forSchemas(folder).formats.load(name).findings;
    });
  for (const name of names)
    yield tryOut(mappingTitle(name, folder), () => tools.forSchemas(folder).warningsOf(name));
}

const mappingTitle = (name: string, folder: string | undefined): LocalizedText =>
  folder === undefined
    ? localize('found-mapping', { name })
    : localize('found-mapping-beside', { name, folder });

/** Each mapping of a channel makes what the next one reads, up to its other end. That one alone fits is not worth a line. */
function* checkChain(tools: ChannelRuntimes, channel: Channel): Generator<MappingCheckResult> {
  const { map = [], document, schemas } = channel.settings;
  const isShort = map.length < 2 && isScsnDocument(document);
  const way = localize('found-channel', { name: channel.name, way: renderChain(channel) });
  const result = tryOut(way, () => {
    resolveChain(tools.forSchemas(schemas), channel);
    return [];
  });
  if (!isShort || result.level !== 'ok') yield result;
}

/** `csv-orders > csv-orders-to-order > order-to-exchange > api-connector/order` */
function renderChain({ settings }: Channel): string {
  const { document, map = [], to } = settings;
  return 'exchange' in to ? [document, ...map, to.exchange].join(' > ') : [...map, document].join(' > ');
}

/** `work` may give warnings. */
function tryOut(about: LocalizedText, work: () => readonly Finding[]): MappingCheckResult {
  try {
    const findings = work();
    return { level: findings.length > 0 ? 'warn' : 'ok', about, findings };
  } catch (error) {
    const findings = error instanceof NotUsable ? error.findings : [];
    const reason = explainFailure(error);
    return { level: 'wrong', about, ...(findings.length > 0 ? { findings } : { what: reason }) };
  }
}

function* checkOwnFolder({ mappings, language }: Config): Generator<MappingCheckResult> {
  if (mappings === undefined) return;
  if (!existsSync(mappings))
    yield wrongResult(localize('found-mappings'), 'mappings-not-there', { folder: mappings });
  for (const finding of inspectOwnFolder(mappings, packageFolder('mappings'), language))
    yield { level: 'warn', about: keepUntranslated(renderFindingLine(finding, language)) };
}

/** What does not pass its own fixtures is not taken up while the gateway runs either. */
function* checkFixtures(
  { config, channels }: CheckedSite,
  tools: ChannelRuntimes,
): Generator<MappingCheckResult> {
  const about = localize('found-fixture');
  for (const finding of proveMappings(tools, listDistinctChannels(channels), config.mappings))
    yield { level: 'wrong', about, what: keepUntranslated(renderFindingLine(finding, config.language)) };
}

/** An upgrade may read numbers of parties otherwise than before: better said now than by the next order that is parked. */
async function* checkParties(
  { config, channels }: CheckedSite,
  tools: ChannelRuntimes,
): AsyncGenerator<MappingCheckResult> {
  const journal = await readJournal(config.journal).catch(() => undefined);
  if (journal === undefined) return;
  try {
    for (const found of await findUnknownSchemes(journal, tools, channels)) {
      const { what, todo } = renderUnknownParty(found);
      const about = localize('found-parties', { name: found.channel });
      yield { level: 'warn', about, what, more: [todo] };
    }
  } finally {
    await journal.close();
  }
}
