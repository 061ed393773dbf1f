import { z } from 'zod';
import { BuildTable } from '../../system/build-table.ts';
import { sha256 } from '../../text/sha256.ts';
import type { MappingPosition } from './mapping-problem.ts';
import type { YamlEntry, YamlNode, YamlText } from './mapping-yaml.ts';

/** The YAML of the delivered mappings, as a build has read it beforehand: every thread and every command begins with some of it. */

export const parsedYamlFile = 'mapping-yaml.txt';

type Packed =
  | readonly [style: YamlText['style'], line: number, column: number, text: string]
  | readonly [kind: 'list', line: number, column: number, items: readonly Packed[]]
  | readonly [kind: 'map', line: number, column: number, entries: readonly PackedEntry[]];
type PackedEntry = readonly [name: string, line: number, column: number, value: Packed];

export function packYaml(node: YamlNode): Packed {
  const { line, column } = node;
  if (node.kind === 'text') return [node.style, line, column, node.text];
  if (node.kind === 'list') return ['list', line, column, node.items.map(packYaml)];
  return ['map', line, column, node.entries.map(packEntry)];
}

const packEntry = ({ name, line, column, value }: YamlEntry): PackedEntry => [
  name,
  line,
  column,
  packYaml(value),
];

type FilePart = Pick<MappingPosition, 'file'>;

function unpack(packed: Packed, file: FilePart): YamlNode {
  const [, line, column] = packed;
  const place = { line, column, ...file };
  if (packed[0] === 'map')
    return { kind: 'map', entries: packed[3].map((entry) => unpackEntry(entry, file)), ...place };
  if (packed[0] === 'list')
    return { kind: 'list', items: packed[3].map((item) => unpack(item, file)), ...place };
  return { kind: 'text', text: packed[3], style: packed[0], ...place };
}

const unpackEntry = ([name, line, column, value]: PackedEntry, file: FilePart): YamlEntry => ({
  ...{ name, value: unpack(value, file), line, column },
  ...file,
});

/** By its content: a mapping that somebody has edited is read. */
export const yamlKeyOf = (text: string): string => sha256(text);

const table = new BuildTable(parsedYamlFile);

/** Written by our own build, beside this program: its shape is not checked again. */
const packedSchema = z.custom<Packed>(Array.isArray);

/** What `parseYaml` gives of this text; undefined where the build has not read it. */
export function findParsedYaml(text: string, file?: string): YamlNode | undefined {
  const known = table.find(yamlKeyOf(text));
  return known === undefined
    ? undefined
    : unpack(packedSchema.parse(JSON.parse(known)), file === undefined ? {} : { file });
}
