import { existsSync, readFileSync } from 'node:fs';
import { buildDescribedFormat } from '../../formats/described-format.ts';
import { openDescriptions, openReferencedTexts } from '../../formats/description-folders.ts';
import type { LoadedFormat } from '../../formats/document-format.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { Language } from '../../types.ts';
import { requireMappingFolders } from './named-mapping.ts';

/** A described format by its name, or by its file; `language`: of its findings. Throws an Error in words where there is none. */
export function loadNamedFormat(named: string, own: string | undefined, language?: Language): LoadedFormat {
  const folders = requireMappingFolders(own);
  if (named.endsWith('.yaml')) {
    if (!existsSync(named)) throw new Error(`There is no file ${named}.`);
    const text = decodeSavedText(readFileSync(named));
    return buildDescribedFormat(text, named, openReferencedTexts(folders), undefined, language);
  }
  const { names, load } = openDescriptions(folders, undefined, language);
  const found = load(named);
  if (found !== undefined) return found;
  throw new Error(`There is no format ${named}. There are: ${names.join(', ')}.`);
}
