import { isAbsolute, relative, sep } from 'node:path';
import { z } from 'zod';
import { isScsnDocument } from '../../formats/format-names.ts';
import type { Artifact } from '../../journal/model/message.ts';
import type { FileText } from '../../mapping/files/recording-file-source.ts';
import { sha256 } from '../../text/sha256.ts';
import type { Channel } from '../channel/channel.ts';
import { listDecidingMappings } from './channel-chain.ts';
import type { ChannelRuntime } from './channel-runtime.ts';
import {
  computeGeneration,
  computeIngredients,
  serializeIngredients,
  serializeSettings,
} from './generation-hash.ts';

/** What check or prepare was made with, told by the worker that ran it. Plain data. */
export interface UsedVersions {
  readonly generation: string;
  /** Texts of it: the first time that a thread made something with it. */
  readonly artifacts?: readonly Artifact[];
}

/** The texts of a mapping or a format, as they are kept: an artifact that names others. */
export const textListSchema = z.object({
  name: z.string(),
  texts: z.array(
    z.object({
      /** In which folder: the user's own, the delivered one, or that of the channel's own XSDs. */
      shelf: z.enum(['own', 'delivered', 'schemas']),
      /** In it, with `/`. */
      path: z.string(),
      hash: z.string(),
    }),
  ),
});

export type TextList = z.output<typeof textListSchema>;

/** All that has to be kept so that this channel's messages can be made again as they are now. Throws NotUsable. */
export function buildArtifacts(tools: ChannelRuntime, channel: Channel): readonly Artifact[] {
  const ingredients = computeIngredients(tools, channel);
  const formats = Object.keys(ingredients).flatMap((key) => /^format (.*)$/.exec(key)?.[1] ?? []);
  return [
    { hash: computeGeneration(tools, channel), kind: 'generation', text: serializeIngredients(ingredients) },
    { hash: ingredients.settings ?? '', kind: 'settings', text: serializeSettings(channel) },
    ...listDecidingMappings(tools, channel).flatMap((mapping) =>
      listTexts('mapping', mapping, mapping.texts, (path) => locateText(tools.folders, path)),
    ),
    ...formats.flatMap((name) => listFormatTexts(tools, name, channel.settings.schemas)),
  ];
}

/** Characters: of XSDs that are larger in all the hash alone is kept. All that SCSN needs of UBL has a tenth of it. */
const mostOfXsds = 10_000_000;

/** Of one that a file describes; of SCSN the XSDs of the channel's own folder, none of the delivered ones. */
function listFormatTexts(
  tools: ChannelRuntime,
  name: string,
  schemas: string | undefined,
): readonly Artifact[] {
  const { format, texts } = tools.formats.load(name);
  if (format === undefined || texts === undefined) return [];
  if (!isScsnDocument(name))
    return listTexts('format', format, texts, (path) => locateText(tools.folders, path));
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > mostOfXsds) return [];
  return listTexts('format', format, texts, (path) => ({
    shelf: 'schemas',
    path: relativeTo(schemas ?? '', path),
  }));
}

type TextLocation = Pick<TextList['texts'][number], 'shelf' | 'path'>;

function listTexts(
  kind: 'mapping' | 'format',
  { name, hash }: { readonly name: string; readonly hash: string },
  texts: readonly FileText[],
  place: (path: string) => TextLocation,
): readonly Artifact[] {
  const kept = texts.map(({ path, text }) => ({ ...place(path), hash: sha256(text), text }));
  const list: TextList = { name, texts: kept.map(({ text: _, ...place }) => place) };
  return [
    { hash, kind, text: JSON.stringify(list) },
    ...kept.map(({ hash: own, text }) => ({ hash: own, kind: 'text', text }) as const),
  ];
}

function locateText(folders: readonly string[], path: string): TextLocation {
  for (const [n, folder] of folders.entries()) {
    const below = relativeTo(folder, path);
    if (below.startsWith('..') || isAbsolute(below)) continue;
    return { shelf: n === folders.length - 1 ? 'delivered' : 'own', path: below };
  }
  throw new Error(`${path} lies in no folder of mappings.`);
}

const relativeTo = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');
