import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describedFormat } from './described.ts';
import type { LoadedFormat } from './interface.ts';

/** Where formats are described: `formats/NAME.yaml` beside mappings; the first folder that has one wins. */
export interface Descriptions {
  readonly names: readonly string[];
  /** Undefined where no folder has one of that name. */
  load(name: string): (LoadedFormat & { readonly file: string; readonly text: string }) | undefined;
}

/** `folders`: of mappings, the user's own before the delivered ones. Read when asked for, each once. */
export function descriptionsIn(folders: readonly string[]): Descriptions {
  const places = folders.map((folder) => join(folder, 'formats'));
  const files = places.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'));
  const known = new Map<string, ReturnType<Descriptions['load']>>();
  return {
    names: [...new Set(names)].sort(),
    load(name) {
      if (!known.has(name)) known.set(name, loadFrom(places, name));
      return known.get(name);
    },
  };
}

function loadFrom(folders: readonly string[], name: string): ReturnType<Descriptions['load']> {
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) return undefined;
  const file = folders.map((folder) => join(folder, `${name}.yaml`)).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  return { ...describedFormat(text, file), file, text };
}
