import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseTree } from 'jsonc-parser';
import { z } from 'zod';
import { requireFormat } from '../formats/find.ts';
import type { Formats } from '../formats/interface.ts';
import { decodeSavedText } from '../text.ts';
import { parseJsonTree } from '../tree/json.ts';
import type { TreeDocument } from '../tree/node.ts';
import type { Finding } from '../types.ts';
import { isPathWithin } from '../within.ts';
import { isFormatDocument } from './models/documents.ts';

const contextSchema = z.strictObject({
  mapping: z.string().optional(),
  channel: z.record(z.string(), z.string()).default({}),
  event: z.string().default(''),
  now: z.string().default('2026-11-02T09:00:00.000Z'),
  sent: z.unknown().optional(),
  published: z.unknown().optional(),
  received: z.unknown().optional(),
  changes: z.record(z.string(), z.enum(['new', 'changed', 'unchanged'])).default({}),
});

/** A fixture's context.json; the trees as their source text, so that numbers keep their digits. */
export interface FixtureContext
  extends Omit<z.output<typeof contextSchema>, 'sent' | 'published' | 'received'> {
  readonly sent?: string;
  readonly published?: string;
  readonly received?: string;
}

/** Reads context.json; defaults where there is none. Throws an Error in words for what it says wrong. */
export const readFixtureContext = (folder: string, file = 'context.json'): FixtureContext =>
  parseFixtureContext(textIn(folder, file) ?? '{}', file);

/** What such a file says. */
export function parseFixtureContext(text: string, file = 'context.json'): FixtureContext {
  const { sent: _, published: __, received: ___, ...plain } = parseJson(text, file, contextSchema);
  return { ...plain, ...extractSources(text, ['sent', 'published', 'received']) };
}

/** Reads and checks a JSON file of a fixture; undefined when it is not there. */
export function readFixtureJson<T>(folder: string, file: string, schema: z.ZodType<T>): T | undefined {
  const text = textIn(folder, file);
  return text === undefined ? undefined : parseJson(text, file, schema);
}

function parseJson<T>(text: string, file: string, schema: z.ZodType<T>): T {
  const { data, error } = schema.safeParse(JSON.parse(text));
  if (error !== undefined) throw new Error(`${file}: ${z.prettifyError(error)}`);
  return data;
}

/** Of files of such documents, with the dot. `type`: as `from:` and `to:` of a mapping say it. */
export const extensionOf = (type: string, formats: Formats): string =>
  isFormatDocument(type) ? requireFormat(formats, type).extension : '.json';

/** NAME.xml, NAME.json, … as a tree; undefined when it is not there. */
export function readFixtureTree(
  folder: string,
  name: string,
  type: string,
  formats: Formats,
): TreeDocument | undefined {
  const path = join(folder, name + extensionOf(type, formats));
  return isFixtureFile(folder, path) ? readSingleTree(path, type, formats) : undefined;
}

/** A file with one document as a tree. Throws an Error in words when it cannot be read, or holds several. */
export function readSingleTree(path: string, type: string, formats: Formats): TreeDocument {
  return requireSingle(path, readTrees(path, type, formats));
}

/** For whoever needs one document: what several come to would not be what the gateway makes of them. */
export function requireSingle(path: string, trees: readonly TreeDocument[]): TreeDocument {
  const [tree] = trees;
  if (tree !== undefined && trees.length === 1) return tree;
  throw new Error(
    `${path} holds ${trees.length} documents, and one is needed: take a file with one of them.`,
  );
}

/** The documents of a file as trees, as the gateway cuts it. Throws an Error in words when it cannot be cut or read. */
export const readTrees = (path: string, type: string, formats: Formats): readonly TreeDocument[] =>
  parseTrees(readFileSync(path), path, type, formats);

/** The same of bytes at hand. */
export function parseTrees(
  bytes: Uint8Array,
  path: string,
  type: string,
  formats: Formats,
): readonly TreeDocument[] {
  if (!isFormatDocument(type)) return [requireTree(path, parseJsonTree(decodeSavedText(bytes)))];
  const format = requireFormat(formats, type);
  const { documents, findings } = format.cut(bytes);
  if (documents.length === 0) return [requireTree(path, { findings })];
  return documents.map((document) => requireTree(path, format.read(document, { known: true })));
}

interface TreeOrFindings {
  readonly tree?: TreeDocument | undefined;
  readonly findings?: readonly Finding[] | undefined;
}

function requireTree(path: string, { tree, findings = [] }: TreeOrFindings): TreeDocument {
  if (tree !== undefined) return tree;
  throw new Error(`${path}: ${findings.map(({ message }) => message).join(' ')}`);
}

function textIn(folder: string, file: string): string | undefined {
  const path = join(folder, file);
  return isFixtureFile(folder, path) ? decodeSavedText(readFileSync(path)) : undefined;
}

/** What a link leads to outside of the fixture's folder is none of its files. */
export const isFixtureFile = (folder: string, path: string): boolean =>
  existsSync(path) && isPathWithin(folder, path);

function extractSources(text: string, names: readonly string[]): Record<string, string> {
  const members = (parseTree(text)?.children ?? []).flatMap(({ children }): [string, Node][] => {
    const [name, value] = children ?? [];
    return value === undefined || !names.includes(name?.value) ? [] : [[name?.value, value]];
  });
  return Object.fromEntries(
    members.map(([name, { offset, length }]) => [name, text.slice(offset, offset + length)]),
  );
}
