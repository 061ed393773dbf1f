import { join } from 'node:path';
import { z } from 'zod';
import type { InboundSettings, OutboundSettings } from '../../config/schema/config-schema.ts';
import { scsnFormatNames } from '../../formats/format-names.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { textListSchema } from '../../pipeline/runtime/used-versions.ts';
import type { Language } from '../../types.ts';
import type { ReplayJournal } from './message-record.ts';

/** One generation of a channel as it was: its settings, mappings, tables and formats. */
export interface RecordedVersion {
  readonly channel: Channel;
  readonly snapshot: RuntimeSnapshot;
  /** What it was made of, by what it is (`mapping order-to-exchange`, `gateway`): hash or version. */
  readonly ingredients: RecordedIngredients;
}

export type RecordedIngredients = Readonly<{ [what: string]: string }>;

/** Where the user's own files of a version lie, in no real folder. */
export const recordedOwnFolder = join(packageFolder('mappings'), '..', 'own mappings of then');
const recordedXsdFolder = join(packageFolder('mappings'), '..', 'own XSDs of then');

const ingredientsSchema = z.record(z.string(), z.string());

export async function readIngredients(
  journal: ReplayJournal,
  generation: string,
): Promise<RecordedIngredients | undefined> {
  const kept = await journal.artifact(generation);
  return kept && ingredientsSchema.parse(JSON.parse(kept.text));
}

/**
 * The version that made something in `channel`, which is as the config has it now: address and folder are of now. `xsds`: the files of
 * own folders of XSDs as they are now, by path, for what was made before their texts were kept. Undefined: what it was made with is not
 * kept.
 */
export async function readRecordedVersion(
  journal: ReplayJournal,
  generation: string,
  channel: Channel,
  xsds: RuntimeSnapshot['files'] = {},
): Promise<RecordedVersion | undefined> {
  const ingredients = await readIngredients(journal, generation);
  const settings = ingredients && (await journal.artifact(ingredients.settings ?? ''));
  if (ingredients === undefined || settings === undefined) return undefined;
  const then = await resolveRecordedXsds(journal, ingredients, channel.settings.schemas);
  const files: Record<string, Uint8Array> = then.areKept ? {} : { ...xsds };
  for (const hash of Object.values(ingredients)) {
    const texts = await readTexts(journal, hash, then.folder);
    if (texts === undefined) return undefined;
    for (const { path, text } of texts) files[path] = Buffer.from(text);
  }
  const own = {
    mappings: recordedOwnFolder,
    ...(then.folder === undefined ? {} : { schemas: [then.folder] }),
  };
  return {
    channel: restoreChannel(channel, settings.text, then.folder),
    snapshot: { own, files, away: {}, stamps: {} },
    ingredients,
  };
}

/**
 * The folder of the XSDs that the channel had then. Undefined: the delivered ones. Where their texts are
 * not kept, those of now stand in.
 */
async function resolveRecordedXsds(
  journal: ReplayJournal,
  ingredients: RecordedIngredients,
  now: string | undefined,
): Promise<{ readonly folder: string | undefined; readonly areKept: boolean }> {
  const [hash] = scsnFormatNames.flatMap((name) => ingredients[`format ${name}`] ?? []);
  const kept = hash === undefined ? undefined : await journal.artifact(hash);
  if (kept === undefined) return { folder: now, areKept: false };
  const isOwn = textListSchema.parse(JSON.parse(kept.text)).texts.length > 0;
  return { folder: isOwn ? (now ?? recordedXsdFolder) : undefined, areKept: true };
}

export interface RecordedText {
  readonly shelf: 'own' | 'delivered' | 'schemas';
  /** Inside its folder, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The texts of a mapping or format, XSDs in `schemas`; none of an ingredient that has none; undefined: they are lost. */
export async function readTexts(
  journal: ReplayJournal,
  hash: string,
  schemas: string = recordedXsdFolder,
): Promise<readonly RecordedText[] | undefined> {
  const kept = await journal.artifact(hash);
  if (kept?.kind !== 'mapping' && kept?.kind !== 'format') return [];
  const found: RecordedText[] = [];
  for (const { shelf, path: name, hash: one } of textListSchema.parse(JSON.parse(kept.text)).texts) {
    const text = await journal.artifact(one);
    if (text === undefined) return undefined;
    const folders = { own: recordedOwnFolder, delivered: packageFolder('mappings'), schemas };
    found.push({ shelf, name, path: join(folders[shelf], ...name.split('/')), text: text.text });
  }
  return found;
}

const objectSchema = z.looseObject({});

const recordedSettingsSchema = z.looseObject({
  companyId: z.string(),
  as: z.enum(['buyer', 'supplier']),
  language: z.custom<Language>((value) => typeof value === 'string'),
  upload: z.boolean().optional(),
  events: z.array(z.string()).optional(),
});

/** What decides comes from then; where documents come from and go to, from now. */
function restoreChannel(channel: Channel, text: string, schemas: string | undefined): Channel {
  const {
    companyId,
    as,
    language,
    upload = false,
    events,
    ...rest
  } = recordedSettingsSchema.parse(JSON.parse(text));
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
