import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import type { Finding, Language } from '../../types.ts';
import { findValueAt } from '../../yaml/schema-issues.ts';
import { journalSchema } from '../schema/journal-schema.ts';
import { type OperatorSettings, operatorSchema } from '../schema/operator-schema.ts';
import { type ChannelSummary, readChannelSummaries } from './channel-summary.ts';
import type { ConfigSource } from './config-source.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { openConfigSource, parsePart } from './open-config-source.ts';

interface JournalPart {
  readonly journal?: z.output<typeof journalSchema>;
  /** Where the pages are served; absent where they are not, or where that part of the config is wrong. */
  readonly operator?: OperatorSettings;
  /** What is seen of the channels in passing; there with `journal`. */
  readonly channels?: ReadonlyMap<string, ChannelSummary>;
  readonly findings: readonly Finding[];
  /** That the config asks for. */
  readonly language: Language;
}

/**
 * What commands on the journal need: that part alone, so that neither the exchange's password nor the passphrase of a key has
 * to be there.
 */
export async function loadJournalSettings(path: string, environment = process.env): Promise<JournalPart> {
  const { source, findings } = await openConfigSource(path);
  if (!source) return { findings, language: 'en' };
  const { language } = source;
  const folder = dirname(resolve(path));
  const part = source.findNode(['journal']);
  const filled = part ? fillPlaceholders(source, { environment, folder }, part).findings : [];
  const value = findValueAt(source.toValue(), ['journal']);
  const { data, findings: wrong } = parsePart(source, journalSchema, ['journal'], value);
  const all = [...filled, ...wrong];
  if (data === undefined || all.some(({ severity }) => severity === 'error'))
    return { findings: all, language };
  const journal = { ...data, sqlite: resolve(folder, data.sqlite) };
  const operator = readOperator(source, { environment, folder });
  const found = operator === undefined ? {} : { operator };
  return { journal, channels: readChannelSummaries(source), ...found, findings: all, language };
}

/** What is wrong with it `gateway check` tells. */
function readOperator(
  source: ConfigSource,
  surroundings: Parameters<typeof fillPlaceholders>[1],
): OperatorSettings | undefined {
  const part = source.findNode(['http', 'operator']);
  if (part === undefined) return undefined;
  fillPlaceholders(source, surroundings, part);
  return operatorSchema.safeParse(findValueAt(source.toValue(), ['http', 'operator'])).data;
}
