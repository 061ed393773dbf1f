import { createHash } from 'node:crypto';
import { isAbsolute, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Artifact } from '../../journal/message.ts';
import type { SourceText } from '../../mapping/noted-files.ts';
import type { Channel } from '../channel.ts';
import { generationOf, ingredientsOf, ingredientsText, settingsText } from './generation-hash.ts';
import type { Toolbox } from './toolbox.ts';

/** What check or prepare was made with, told by the worker that ran it. Plain data. */
export interface MadeWith {
  readonly generation: string;
  /** Texts of it: the first time that a thread made something with it. */
  readonly artifacts?: readonly Artifact[];
}

/** The texts of a mapping or a format, as they are kept: an artifact that names others. */
export const textList = z.object({
  name: z.string(),
  texts: z.array(
    z.object({
      /** In which folder: the user's own, or the delivered one. */
      shelf: z.enum(['own', 'delivered']),
      /** In it, with `/`. */
      path: z.string(),
      hash: z.string(),
    }),
  ),
});

export type TextList = z.output<typeof textList>;

/** All that has to be kept so that this channel's messages can be made again as they are now. Throws NotUsable. */
export function artifactsOf(tools: Toolbox, channel: Channel): readonly Artifact[] {
  const { map = [] } = channel.settings;
  const ingredients = ingredientsOf(tools, channel);
  const formats = Object.keys(ingredients).flatMap((key) => /^format (.*)$/.exec(key)?.[1] ?? []);
  return [
    { hash: generationOf(tools, channel), kind: 'generation', text: ingredientsText(ingredients) },
    { hash: ingredients.settings ?? '', kind: 'settings', text: settingsText(channel) },
    ...map.flatMap((name) => {
      const mapping = tools.mapping(name);
      return listed('mapping', mapping, mapping.texts, tools.folders);
    }),
    ...formats.flatMap((name) => formatTexts(tools, name)),
  ];
}

/** Of one that a file describes; SCSN comes with the gateway, and with the XSDs whose hash is kept. */
function formatTexts(tools: Toolbox, name: string): readonly Artifact[] {
  const { format, texts } = tools.formats.load(name);
  return format === undefined || texts === undefined ? [] : listed('format', format, texts, tools.folders);
}

function listed(
  kind: 'mapping' | 'format',
  { name, hash }: { readonly name: string; readonly hash: string },
  texts: readonly SourceText[],
  folders: readonly string[],
): readonly Artifact[] {
  const kept = texts.map(({ path, text }) => ({ ...placeIn(folders, path), hash: sha256(text), text }));
  const list: TextList = { name, texts: kept.map(({ text: _, ...place }) => place) };
  return [
    { hash, kind, text: JSON.stringify(list) },
    ...kept.map(({ hash: own, text }) => ({ hash: own, kind: 'text', text }) as const),
  ];
}

function placeIn(
  folders: readonly string[],
  path: string,
): Pick<TextList['texts'][number], 'shelf' | 'path'> {
  for (const [n, folder] of folders.entries()) {
    const inside = relative(folder, path);
    if (inside.startsWith('..') || isAbsolute(inside)) continue;
    return { shelf: n === folders.length - 1 ? 'delivered' : 'own', path: inside.split(sep).join('/') };
  }
  throw new Error(`${path} lies in no folder of mappings.`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
