import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeSavedText } from '../../text/text-file.ts';
import { readExtendedName } from '../files/apply-extends.ts';
import { parseYaml, type YamlNode } from '../files/mapping-yaml.ts';
import { listNamedFiles } from '../files/named-tables.ts';
import { diffLines } from './canonical-lines.ts';

/**
 * What changed underneath an own mapping after an upgrade: the delivered mapping that it extends, or whose name it has,
 * and the tables it takes from there. Compared with copies from the day on which a person accepted them, in `.base/` of
 * the own folder.
 */

const baseFolder = '.base';

export interface UpstreamChange {
  /** Below either folder: `order-to-exchange.yaml`, `tables/units.csv`. */
  readonly file: string;
  /** `-` as accepted, `+` as delivered now; empty: the same. Absent: never accepted. */
  readonly changes?: readonly string[];
}

/** The delivered files under an own mapping; none when it stands on its own or there is no own folder. */
export function listUpstreamChanges(name: string, folders: readonly string[]): readonly UpstreamChange[] {
  const [own = '', delivered = ''] = folders;
  return listUpstreamFiles(name, own, delivered).map((file) => {
    const copy = join(own, baseFolder, file);
    if (!existsSync(copy)) return { file };
    return { file, changes: diffLines(linesOf(copy), linesOf(join(delivered, file))) };
  });
}

/**
 * Accepts the delivered files as they are now: later changes are compared with them. Returns their names.
 */
export function acceptUpstream(name: string, folders: readonly string[]): readonly string[] {
  const [own = '', delivered = ''] = folders;
  const files = listUpstreamFiles(name, own, delivered);
  for (const file of files) {
    mkdirSync(dirname(join(own, baseFolder, file)), { recursive: true });
    cpSync(join(delivered, file), join(own, baseFolder, file));
  }
  return files;
}

function listUpstreamFiles(name: string, own: string, delivered: string): readonly string[] {
  const mine = join(own, `${name}.yaml`);
  if (own === delivered || delivered === '' || !existsSync(mine)) return [];
  const yaml = yamlOf(mine);
  const file = `${(yaml && readExtendedName(yaml)) ?? name}.yaml`;
  if (!existsSync(join(delivered, file))) return [];
  const tables = [yaml, yamlOf(join(delivered, file))].flatMap(tablesOf);
  const taken = tables.filter((table) => !existsSync(join(own, table)) && existsSync(join(delivered, table)));
  return [...new Set([file, ...taken])];
}

function yamlOf(path: string): YamlNode | undefined {
  return parseYaml(decodeSavedText(readFileSync(path))).value;
}

const tablesOf = (yaml: YamlNode | undefined): readonly string[] =>
  yaml?.kind === 'map' ? listNamedFiles(yaml) : [];

function linesOf(path: string): readonly string[] {
  return decodeSavedText(readFileSync(path)).split(/\r?\n/);
}
