import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeText } from '../text.ts';
import { difference } from './canonical.ts';
import { extendsWhat } from './extends.ts';
import { namedFiles } from './named-tables.ts';
import { readYaml, type Yaml } from './yaml.ts';

/**
 * What changed underneath an own mapping after an upgrade: the delivered mapping that it extends, or whose name it has,
 * and the tables it takes from there. Compared with copies from the day on which a person accepted them, in `.base/` of
 * the own folder.
 */

const copies = '.base';

export interface Underneath {
  /** Below either folder: `order-to-exchange.yaml`, `tables/units.csv`. */
  readonly file: string;
  /** `-` as accepted, `+` as delivered now; empty: the same. Absent: never accepted. */
  readonly changes?: readonly string[];
}

/** The delivered files under an own mapping; none when it stands on its own or there is no own folder. */
export function underneath(name: string, folders: readonly string[]): readonly Underneath[] {
  const [own = '', delivered = ''] = folders;
  return filesUnder(name, own, delivered).map((file) => {
    const copy = join(own, copies, file);
    if (!existsSync(copy)) return { file };
    return { file, changes: difference(linesOf(copy), linesOf(join(delivered, file))) };
  });
}

/** From now on, changes are told against the delivered files as they are now. The answer: their names. */
export function accept(name: string, folders: readonly string[]): readonly string[] {
  const [own = '', delivered = ''] = folders;
  const files = filesUnder(name, own, delivered);
  for (const file of files) {
    mkdirSync(dirname(join(own, copies, file)), { recursive: true });
    cpSync(join(delivered, file), join(own, copies, file));
  }
  return files;
}

function filesUnder(name: string, own: string, delivered: string): readonly string[] {
  const mine = join(own, `${name}.yaml`);
  if (own === delivered || delivered === '' || !existsSync(mine)) return [];
  const yaml = yamlOf(mine);
  const file = `${(yaml && extendsWhat(yaml)) ?? name}.yaml`;
  if (!existsSync(join(delivered, file))) return [];
  const tables = [yaml, yamlOf(join(delivered, file))].flatMap(tablesOf);
  const taken = tables.filter((table) => !existsSync(join(own, table)) && existsSync(join(delivered, table)));
  return [...new Set([file, ...taken])];
}

function yamlOf(path: string): Yaml | undefined {
  return readYaml(decodeText(readFileSync(path))).value;
}

const tablesOf = (yaml: Yaml | undefined): readonly string[] =>
  yaml?.kind === 'map' ? namedFiles(yaml) : [];

function linesOf(path: string): readonly string[] {
  return decodeText(readFileSync(path)).split(/\r?\n/);
}
