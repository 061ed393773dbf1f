import { join } from 'node:path';
import { z } from 'zod';
import type { InboundSettings, OutboundSettings } from '../config/schema.ts';
import { formatNames } from '../formats/registry.ts';
import type { Channel } from '../pipeline/channel.ts';
import { textList } from '../pipeline/workers/made-with.ts';
import { packageFolder } from '../pipeline/workers/mapping-folders.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';
import type { Language } from '../types.ts';
import type { Reading } from './record.ts';

/** One generation of a channel as it was: its settings, mappings, tables and formats. */
export interface Version {
  readonly channel: Channel;
  readonly snapshot: Snapshot;
  /** What it was made of, by what it is (`mapping order-to-exchange`, `gateway`): hash or version. */
  readonly ingredients: Ingredients;
}

export type Ingredients = Readonly<{ [what: string]: string }>;

/** Where the user's own files of a version lie, in no real folder. */
export const ownFolder = join(packageFolder('mappings'), '..', 'own mappings of then');
const xsdFolder = join(packageFolder('mappings'), '..', 'own XSDs of then');

const ingredientsSchema = z.record(z.string(), z.string());

export async function ingredientsOf(journal: Reading, generation: string): Promise<Ingredients | undefined> {
  const kept = await journal.artifact(generation);
  return kept && ingredientsSchema.parse(JSON.parse(kept.text));
}

/**
 * The version that made something in `channel`, which is as the config has it now: address and folder are of now. `xsds`: the files of
 * own folders of XSDs as they are now, by path, for what was made before their texts were kept. Undefined: what it was made with is not
 * kept.
 */
export async function versionOf(
  journal: Reading,
  generation: string,
  channel: Channel,
  xsds: Snapshot['files'] = {},
): Promise<Version | undefined> {
  const ingredients = await ingredientsOf(journal, generation);
  const settings = ingredients && (await journal.artifact(ingredients.settings ?? ''));
  if (ingredients === undefined || settings === undefined) return undefined;
  const then = await xsdsThen(journal, ingredients, channel.settings.schemas);
  const files: Record<string, Uint8Array> = then.areKept ? {} : { ...xsds };
  for (const hash of Object.values(ingredients)) {
    const texts = await textsOf(journal, hash, then.folder);
    if (texts === undefined) return undefined;
    for (const { path, text } of texts) files[path] = Buffer.from(text);
  }
  const own = { mappings: ownFolder, ...(then.folder === undefined ? {} : { schemas: [then.folder] }) };
  return {
    channel: channelThen(channel, settings.text, then.folder),
    snapshot: { own, files, away: {}, stamps: {} },
    ingredients,
  };
}

/** Where the channel's XSDs of then lie: undefined: they were the delivered ones; not kept: those of now stand in for them. */
async function xsdsThen(
  journal: Reading,
  ingredients: Ingredients,
  now: string | undefined,
): Promise<{ readonly folder: string | undefined; readonly areKept: boolean }> {
  const [hash] = formatNames.flatMap((name) => ingredients[`format ${name}`] ?? []);
  const kept = hash === undefined ? undefined : await journal.artifact(hash);
  if (kept === undefined) return { folder: now, areKept: false };
  const isOwn = textList.parse(JSON.parse(kept.text)).texts.length > 0;
  return { folder: isOwn ? (now ?? xsdFolder) : undefined, areKept: true };
}

export interface KeptText {
  readonly shelf: 'own' | 'delivered' | 'schemas';
  /** Inside its folder, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The texts of a mapping or format, XSDs in `schemas`; none of an ingredient that has none; undefined: they are lost. */
export async function textsOf(
  journal: Reading,
  hash: string,
  schemas: string = xsdFolder,
): Promise<readonly KeptText[] | undefined> {
  const kept = await journal.artifact(hash);
  if (kept?.kind !== 'mapping' && kept?.kind !== 'format') return [];
  const found: KeptText[] = [];
  for (const { shelf, path: name, hash: one } of textList.parse(JSON.parse(kept.text)).texts) {
    const text = await journal.artifact(one);
    if (text === undefined) return undefined;
    const folders = { own: ownFolder, delivered: packageFolder('mappings'), schemas };
    found.push({ shelf, name, path: join(folders[shelf], ...name.split('/')), text: text.text });
  }
  return found;
}

const objectSchema = z.looseObject({});

const thenSchema = z.looseObject({
  companyId: z.string(),
  as: z.enum(['buyer', 'supplier']),
  language: z.custom<Language>((value) => typeof value === 'string'),
  upload: z.boolean().optional(),
  events: z.array(z.string()).optional(),
});

/** What decides comes from then; where documents come from and go to, from now. */
function channelThen(channel: Channel, text: string, schemas: string | undefined): Channel {
  const { companyId, as, language, upload = false, events, ...rest } = thenSchema.parse(JSON.parse(text));
  const { name: _, kind: __, operation: ___, ...settings } = rest;
  const common = { name: channel.name, kind: channel.kind, companyId, as, language };
  const { notFound, from, to } = channel.settings;
  const now = { ...(schemas === undefined ? {} : { schemas }), notFound, to };
  if (channel.direction === 'inbound') {
    const then = inboundSettings.parse({ ...settings, ...now, from });
    return { ...common, direction: 'inbound', upload, settings: then };
  }
  const { events: _events, ...source } = objectSchema.parse(from);
  const then = outboundSettings.parse({
    ...settings,
    ...now,
    from: { ...source, ...(events ? { events } : {}) },
  });
  return { ...common, direction: 'outbound', settings: then };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** They were parsed when the config was read, and written by the gateway. */
const inboundSettings = z.custom<InboundSettings>((value) => isObject(value) && 'document' in value);
const outboundSettings = z.custom<OutboundSettings>((value) => isObject(value) && 'document' in value);
