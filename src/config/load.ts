import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { z } from 'zod';
import type { Finding, Language } from '../types.ts';
import { issueFindings, valueAt } from '../yaml/issues.ts';
import { type Path, written } from '../yaml/source.ts';
import { lintConfig } from './lint.ts';
import { withAbsolutePaths } from './paths.ts';
import { fillPlaceholders } from './placeholders.ts';
import {
  type Config,
  type InboundSettings,
  inboundChannel,
  type OutboundSettings,
  outboundChannel,
  shellSchema,
} from './schema.ts';
import { said } from './sentences.ts';
import { ConfigSource } from './source.ts';

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
    text = await readFile(absolute, 'utf8');
  } catch (error) {
    return { findings: [unreadable(path, error, language)] };
  }
  return readConfig(text, absolute, environment, language);
}

/** The same from a text. `path`: where it stands (absolute). */
export function readConfig(
  text: string,
  path: string,
  environment: NodeJS.ProcessEnv,
  language?: Language,
): LoadedConfig {
  const source = new ConfigSource(basename(path), text, language);
  return { ...whole(source, path, environment), language: source.language };
}

function whole(source: ConfigSource, path: string, environment: NodeJS.ProcessEnv): LoadedConfig {
  const problems = source.problems();
  if (problems.some(({ severity }) => severity === 'error')) return { findings: problems };
  const filled = fillPlaceholders(source, { environment, folder: dirname(path) });
  const { config, findings } = parse(source);
  const all = [...problems, ...filled.findings, ...findings];
  if (config === undefined) return { findings: inOrder(all) };
  const complete = withAbsolutePaths(config, dirname(path));
  return finish(complete, [...all, ...lintConfig(complete, source, filled.from)]);
}

/**
 * What commands on the journal need: that part alone, so that neither the exchange's password nor the passphrase of a key has
 * to be there.
 */
export async function loadJournalSettings(
  path: string,
  environment = process.env,
): Promise<{ readonly journal?: Config['journal']; readonly findings: readonly Finding[] }> {
  const { source, findings } = await opened(path);
  if (!source) return { findings };
  const folder = dirname(resolve(path));
  const part = source.node(['journal']);
  const filled = part ? fillPlaceholders(source, { environment, folder }, part).findings : [];
  const value = valueAt(source.value(), ['journal']);
  const { data, findings: wrong } = checked(source, shellSchema.shape.journal, ['journal'], value);
  const all = [...filled, ...wrong];
  if (data === undefined || all.some(({ severity }) => severity === 'error')) return { findings: all };
  return { journal: { ...data, sqlite: resolve(folder, data.sqlite) }, findings: all };
}

/** To check documents by: secrets may be missing, and nobody is told of what `gateway check` tells. */
export async function loadWithoutSecrets(path: string, environment = process.env): Promise<LoadedConfig> {
  const { source, findings } = await opened(path);
  if (!source) return { findings };
  const folder = dirname(resolve(path));
  fillPlaceholders(source, { environment, folder });
  const { config, findings: wrong } = parse(source);
  return config ? { config: withAbsolutePaths(config, folder), findings: wrong } : { findings: wrong };
}

async function opened(
  path: string,
): Promise<{ readonly source?: ConfigSource; readonly findings: readonly Finding[] }> {
  try {
    const source = new ConfigSource(basename(path), await readFile(path, 'utf8'));
    const findings = source.problems();
    return findings.some(({ severity }) => severity === 'error') ? { findings } : { source, findings };
  } catch (error) {
    return { findings: [unreadable(path, error)] };
  }
}

function finish(config: Config, findings: readonly Finding[]): LoadedConfig {
  const isWrong = findings.some((finding) => finding.severity === 'error');
  return { ...(isWrong ? {} : { config }), findings: inOrder(findings) };
}

function parse(source: ConfigSource): LoadedConfig {
  const value = source.value();
  const shell = checked(source, shellSchema, [], value);
  const named = Object.entries(valueAt(value, ['channels']) ?? {});
  const channels = named.map(([name, channel]) => [name, parseChannel(source, name, channel)] as const);
  const findings = [...shell.findings, ...channels.flatMap(([, channel]) => channel.findings)];
  if (shell.data === undefined || findings.length > 0) return { findings };
  const settings = channels.flatMap(([name, { data }]) =>
    data === undefined ? [] : [[name, data] as const],
  );
  return { config: { ...shell.data, channels: Object.fromEntries(settings) }, findings };
}

interface Checked<T> {
  readonly data?: T;
  readonly findings: readonly Finding[];
}

function checked<S extends z.ZodType>(
  source: ConfigSource,
  schema: S,
  root: Path,
  value: unknown,
): Checked<z.output<S>> {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data, findings: [] };
  return { findings: issueFindings({ source, schema, root, value }, result.error.issues) };
}

/** One schema is chosen first, so that findings speak of one direction only. */
function parseChannel(
  source: ConfigSource,
  name: string,
  value: unknown,
): Checked<InboundSettings | OutboundSettings> {
  const root = ['channels', name];
  const has = (...path: readonly string[]) => valueAt(value, path) !== undefined;
  const toFolder = has('to', 'folder') || has('to', 'sftp');
  if (has('to', 'exchange') && toFolder) return { findings: [twoWays(source, root)] };
  const isOutbound =
    toFolder || (!has('to', 'exchange') && (has('as') || has('from', 'search') || has('from', 'webhook')));
  return isOutbound
    ? checked(source, outboundChannel, root, value)
    : checked(source, inboundChannel, root, value);
}

function twoWays(source: ConfigSource, root: Path): Finding {
  return source.told('config-channel-direction', [...root, 'to'], { path: written(root) });
}

function unreadable(path: string, error: unknown, language: Language = 'en'): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  const words = said('config-unreadable', { reason }, language);
  return { code: 'config-unreadable', severity: 'error', ...words, file: path };
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}
