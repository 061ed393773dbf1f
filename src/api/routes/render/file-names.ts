import { join } from 'node:path';
import { packageFolder } from '../../../pipeline/channel/mapping-folders.ts';
import type { TracePlace } from '../../../workbench/trial/trace-place.ts';
import type { TracePlaceModel } from '../../model/mapping-model.ts';

/** Names of files as pages know them: nobody learns where the folders lie. */
export class FileNames {
  readonly #folders: readonly (readonly [string, string])[];

  /** `own`: one's own folder of mappings, if any. */
  constructor({ own }: { readonly own?: string | undefined }) {
    this.#folders = [
      ...(own === undefined ? [] : [['own', own] as const]),
      ['delivered', packageFolder('mappings')] as const,
    ];
  }

  /** What lies in none of them, such as in a folder that was one's own before, has its name alone. */
  nameOf(file: string): string {
    const found = this.#folders.find(([, folder]) => file.startsWith(join(folder, '/')));
    return found ? `${found[0]}:${file.slice(found[1].length + 1).replaceAll('\\', '/')}` : basenameOf(file);
  }

  placeOf(place: TracePlaceModel): TracePlace {
    if (place.in !== 'mapping') return place;
    const [kind, path = ''] = place.file.split(':');
    const folder = this.#folders.find(([name]) => name === kind)?.[1] ?? '';
    return { ...place, file: join(folder, path) };
  }

  /** A sentence without the paths of folders. */
  cleanText(text: string): string {
    return this.#folders.reduce(
      (cleaned, [, folder]) =>
        cleaned.replaceAll(join(folder, '/'), '').replaceAll(folder, basenameOf(folder)),
      text,
    );
  }
}

const basenameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
