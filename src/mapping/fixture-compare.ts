import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { decodeSavedText } from '../text.ts';
import type { Finding, TaskRequest } from '../types.ts';
import { diffLines, renderCanonicalLines } from './canonical.ts';
import { isFixtureFile, readFixtureJson } from './fixture-files.ts';

/** What a fixture gave: the text of each expectation file; absent: that file must not be there. */
export interface FixtureOutcome {
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  readonly stop?: { readonly as: string; readonly code: string };
  readonly tasks: readonly TaskRequest[];
}

const stopSchema = z.looseObject({ as: z.string(), code: z.string() });
const tasksSchema = z.array(z.strictObject({ line: z.string(), code: z.string() }));
const findingsSchema = z.array(z.looseObject({ code: z.string() }));

/** What differs from the expectations of a fixture, in lines to read: by file, those that differ. */
export function compareOutcome(
  folder: string,
  { files, findings, stop, tasks }: FixtureOutcome,
): ReadonlyMap<string, readonly string[]> {
  const documents = [...new Set([...listExpectedDocuments(folder), ...files.keys()])]
    .sort()
    .map((file) => [file, compareDocument(folder, file, files.get(file))] as const);
  const all = [
    ...documents,
    ['expected.stop.json', compareStop(folder, stop)] as const,
    ['expected.findings.json', compareFindings(folder, findings)] as const,
    ['expected.tasks.json', compareTasks(folder, tasks)] as const,
  ];
  return new Map(all.filter(([, differences]) => differences.length > 0));
}

/** `expected.json`, `expected.xml`: all but what is expected beside the document. */
const listExpectedDocuments = (folder: string): readonly string[] =>
  readdirSync(folder).filter((file) => /^expected\.[^.]+$/.test(file));

function compareDocument(folder: string, file: string, got: string | undefined): readonly string[] {
  const path = join(folder, file);
  const expected = isFixtureFile(folder, path)
    ? renderCanonicalLines(decodeSavedText(readFileSync(path)), file)
    : undefined;
  if (expected === undefined)
    return got === undefined ? [] : [`There is no ${file}; the mapping gives:`, got];
  if (got === undefined) return [`${file} is expected, and the mapping gives no document.`];
  const lines = diffLines(expected, renderCanonicalLines(got, file));
  return lines.length === 0 ? [] : [`${file}:`, ...lines];
}

function compareStop(folder: string, got: FixtureOutcome['stop']): string[] {
  const expected = readFixtureJson(folder, 'expected.stop.json', stopSchema);
  if (expected === undefined) return got === undefined ? [] : [`The mapping stops: ${JSON.stringify(got)}.`];
  const same = got !== undefined && got.as === expected.as && got.code === expected.code;
  return same ? [] : [`expected.stop.json:`, `- ${JSON.stringify(expected)}`, `+ ${JSON.stringify(got)}`];
}

function compareFindings(folder: string, got: readonly Finding[]): string[] {
  const expected = readFixtureJson(folder, 'expected.findings.json', findingsSchema) ?? [];
  const fits = expected.length === got.length && expected.every((one, i) => isExpected(one, got[i]));
  if (fits) return [];
  return [
    'expected.findings.json:',
    ...expected.map((one) => `- ${JSON.stringify(one)}`),
    ...got.map((one) => `+ ${renderFinding(one)}`),
  ];
}

function compareTasks(folder: string, requests: readonly TaskRequest[]): string[] {
  const expected = readFixtureJson(folder, 'expected.tasks.json', tasksSchema) ?? [];
  const got = requests.map(keptTask);
  const shown = (tasks: readonly object[]): readonly string[] => tasks.map((task) => JSON.stringify(task));
  if (shown(expected).join('\n') === shown(got).join('\n')) return [];
  return [
    'expected.tasks.json:',
    ...shown(expected).map((task) => `- ${task}`),
    ...shown(got).map((task) => `+ ${task}`),
  ];
}

const keptTask = ({ line, finding: { code } }: TaskRequest) => ({ line, code });

/** Every member that is given is the same. */
function isExpected(expected: Readonly<Record<string, unknown>>, got: Finding | undefined): boolean {
  const members = new Map<string, unknown>(Object.entries(got ?? {}));
  return Object.entries(expected).every(([name, value]) => members.get(name) === value);
}

function renderFinding({ code, severity, message, line, column, key, file }: Finding): string {
  return JSON.stringify({
    code,
    severity,
    message,
    line,
    column,
    key,
    ...(file === undefined ? {} : { file }),
  });
}

/** Writes what a fixture gave as its expectations, into the files that differ. The answer: their names. */
export function writeOutcome(folder: string, outcome: FixtureOutcome, differing: Iterable<string>): string[] {
  const texts = textsOf(outcome);
  return [...differing].map((file) => {
    const text = texts.get(file);
    if (text === undefined) rmSync(join(folder, file));
    else writeFileSync(join(folder, file), text);
    return text === undefined ? `${file} (removed)` : file;
  });
}

function textsOf({ files, findings, stop, tasks }: FixtureOutcome): ReadonlyMap<string, string> {
  const texts = new Map(files);
  const kept = findings.map(({ code, severity, key }) => ({ code, severity, ...(key ? { key } : {}) }));
  if (stop !== undefined) texts.set('expected.stop.json', `${JSON.stringify(stop, undefined, 2)}\n`);
  if (kept.length > 0) texts.set('expected.findings.json', `${JSON.stringify(kept, undefined, 2)}\n`);
  if (tasks.length > 0)
    texts.set('expected.tasks.json', `${JSON.stringify(tasks.map(keptTask), undefined, 2)}\n`);
  return texts;
}
