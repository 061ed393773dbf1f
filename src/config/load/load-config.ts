import { basename, dirname, resolve } from 'node:path';
import { readText } from '../../text/text-file.ts';
import type { Finding, Language } from '../../types.ts';
import { findValueAt } from '../../yaml/schema-issues.ts';
import { renderPath, type YamlPath } from '../../yaml/yaml-source.ts';
import { resolveConfigPaths } from '../absolute-paths.ts';
import { lintConfig } from '../lint/lint-config.ts';
import {
  type Config,
  type InboundSettings,
  inboundChannel,
  type OutboundSettings,
  outboundChannel,
  shellSchema,
} from '../schema/config-schema.ts';
import { ConfigSource } from './config-source.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { openConfigSource, type ParsedPart, parsePart, unreadableFinding } from './open-config-source.ts';

export interface LoadedConfig {
  /** Present when no finding is an error. Paths in it are absolute. */
  readonly config?: Config;
  /** In the order of the file; warnings too. */
  readonly findings: readonly Finding[];
  /** Of the findings; English where no config could be read. */
  readonly language?: Language;
}

/**
 * Reads, fills in `${…}`, checks and lints a config file. Never rejects: what is wrong is a finding, with its place, in the
 * language that is given or else the one the config asks for.
 */
export async function loadConfig(
  path: string,
  environment = process.env,
  language?: Language,
): Promise<LoadedConfig> {
  const absolute = resolve(path);
  let text: string;
  try {
    text = await readText(absolute);
  } catch (error) {
    return { findings: [unreadableFinding(path, error, language)] };
  }
  return parseConfig(text, absolute, environment, language);
}

/** The same from a text. `path`: where it stands (absolute). */
export function parseConfig(
  text: string,
  path: string,
  environment: NodeJS.ProcessEnv,
  language?: Language,
): LoadedConfig {
  const source = new ConfigSource(basename(path), text, language);
  return { ...buildConfig(source, path, environment), language: source.language };
}

function buildConfig(source: ConfigSource, path: string, environment: NodeJS.ProcessEnv): LoadedConfig {
  const problems = source.listProblems();
  if (problems.some(({ severity }) => severity === 'error')) return { findings: problems };
  const filled = fillPlaceholders(source, { environment, folder: dirname(path) });
  const { config, findings } = parse(source);
  const all = [...problems, ...filled.findings, ...findings];
  if (config === undefined) return { findings: inOrder(all) };
  const complete = resolveConfigPaths(config, dirname(path));
  return finish(complete, [...all, ...lintConfig(complete, source, filled.nodes)]);
}

/** To check documents by: secrets may be missing, and nobody is told of what `gateway check` tells. */
export async function loadWithoutSecrets(path: string, environment = process.env): Promise<LoadedConfig> {
  const { source, findings } = await openConfigSource(path);
  if (!source) return { findings };
  const folder = dirname(resolve(path));
  fillPlaceholders(source, { environment, folder });
  const { config, findings: wrong } = parse(source);
  return config ? { config: resolveConfigPaths(config, folder), findings: wrong } : { findings: wrong };
}

function finish(config: Config, findings: readonly Finding[]): LoadedConfig {
  const isWrong = findings.some((finding) => finding.severity === 'error');
  return { ...(isWrong ? {} : { config }), findings: inOrder(findings) };
}

function parse(source: ConfigSource): LoadedConfig {
  const value = source.toValue();
  const shell = parsePart(source, shellSchema, [], value);
  const named = Object.entries(findValueAt(value, ['channels']) ?? {});
  const channels = named.map(([name, channel]) => [name, parseChannel(source, name, channel)] as const);
  const findings = [...shell.findings, ...channels.flatMap(([, channel]) => channel.findings)];
  if (shell.data === undefined || findings.length > 0) return { findings };
  const settings = channels.flatMap(([name, { data }]) =>
    data === undefined ? [] : [[name, data] as const],
  );
  return { config: { ...shell.data, channels: Object.fromEntries(settings) }, findings };
}

/** One schema is chosen first, so that findings speak of one direction only. */
function parseChannel(
  source: ConfigSource,
  name: string,
  value: unknown,
): ParsedPart<InboundSettings | OutboundSettings> {
  const root = ['channels', name];
  const has = (...path: readonly string[]) => findValueAt(value, path) !== undefined;
  const toFolder = has('to', 'folder') || has('to', 'sftp');
  if (has('to', 'exchange') && toFolder) return { findings: [findingOfTwoDirections(source, root)] };
  const isOutbound =
    toFolder || (!has('to', 'exchange') && (has('as') || has('from', 'search') || has('from', 'webhook')));
  return isOutbound
    ? parsePart(source, outboundChannel, root, value)
    : parsePart(source, inboundChannel, root, value);
}

function findingOfTwoDirections(source: ConfigSource, root: YamlPath): Finding {
  return source.findingAt('config-channel-direction', [...root, 'to'], { path: renderPath(root) });
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
