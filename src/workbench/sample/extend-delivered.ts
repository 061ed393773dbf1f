import { basename, join } from 'node:path';
import { scsnDocumentOf } from '../../formats/format-names.ts';
import { renderIgnored } from '../../formats/infer/draft-mapping.ts';
import { type DraftedKind, mappingNameOf } from '../../formats/infer/drafted-kinds.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { insertLines } from '../drafts/insert-rule.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import type { SlotRule } from './delivered-slots.ts';

/** A mapping that extends a delivered one. */
interface ExtendQuestion {
  /** Name of the format, whose description is `description`. */
  readonly format: string;
  readonly description: string;
  /** What the documents are. */
  readonly kind: DraftedKind;
}

/**
 * A mapping of a format that narrows a delivered one: that of the delivered one, with this format read. Undefined: the format narrows none, or
 * no delivered mapping makes such documents of it.
 */
export function extendDelivered(
  { format, description, kind }: ExtendQuestion,
  { folders, files }: Pick<DraftTools, 'folders' | 'files'>,
): string | undefined {
  const guide = entryOf(description, 'guide');
  const delivered = folders.at(-1);
  if (guide === undefined || delivered === undefined) return undefined;
  const textOf = (file: string): string => {
    const bytes = files.read(join(delivered, file));
    return bytes === undefined ? '' : decodeSavedText(bytes);
  };
  const found = files
    .list(delivered)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => ({ file, text: textOf(file) }))
    .find(({ text }) => entryOf(text, 'from') === guide && findTarget(text, textOf) === scsnDocumentOf(kind));
  if (found === undefined) return undefined;
  const mapping = mappingNameOf(format, kind);
  const isWhole = entryOf(found.text, 'extends') === undefined;
  const heading = `mapping: ${mapping}\nextends: scsn-gateway/${basename(found.file, '.yaml')}\nfrom: ${format}\n`;
  return isWhole ? heading : renameMapping(found.text, mapping, format);
}

/** Its own, or that of the one that it extends. */
function findTarget(text: string, textOf: (file: string) => string): string | undefined {
  const base = entryOf(text, 'extends')?.replace('scsn-gateway/', '');
  return entryOf(base === undefined ? text : textOf(`${base}.yaml`), 'to');
}

/** What extends another one cannot be extended itself: a copy says the same. */
const renameMapping = (text: string, mapping: string, format: string): string =>
  text
    .replace(/^(#.*\n)+/, '')
    .replace(/^mapping:.*$/m, `mapping: ${mapping}`)
    .replace(/^from:.*$/m, `from: ${format}`);

/** Of the outermost entries, without reading the whole file as YAML. */
export const entryOf = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(text)?.[1];

/** A mapping that extends another, with rules of one's own and what it leaves out. */
export function addRules(
  text: string,
  rules: readonly SlotRule[],
  left: readonly (readonly [path: string, reason: string])[],
): string {
  const ignored = renderIgnored(left);
  const start = ignored.length === 0 ? text : `${text}${ignored.join('\n')}\n`;
  return rules.reduce(addRule, start);
}

/** In the place of one of that name. */
function addRule(text: string, { at, rule }: SlotRule): string {
  const name = at.at(-1) ?? '';
  const said = typeof rule === 'string' ? [`${name}: ${JSON.stringify(rule)}`] : listLines(name, rule);
  const inserted = insertLines(text, { path: at, lines: said });
  if (typeof inserted !== 'string') return inserted.text;
  if (inserted !== 'there-already') return text;
  const indent = '  '.repeat(at.length - 1);
  const without = text.replace(new RegExp(`^${indent}${name}:.*\n(${indent}  .*\n)*`, 'm'), '');
  return without === text ? text : addRule(without, { at, rule });
}

const listLines = (name: string, rules: readonly string[]): readonly string[] => [
  `${name}:`,
  ...rules.map((rule) => `  - ${JSON.stringify(rule)}`),
];
