/**
 * Fixtures: a document with the expected result of a mapping, as files. Users write the same format.
 *
 *   mappings/fixtures/NAME/
 *     document.xml | document.json   the source, with the ending of its format
 *     previous.xml | previous.json   optional: what was delivered before; its keyed items (`$key`) are what the order
 *                                    state holds, so that `$change`, `$omit`, `$sent` and `$published` work as in production
 *     context.json                   optional, every member optional:
 *       {
 *         "mapping": "order-to-exchange",      default: NAME up to its first dot (`order-to-exchange.minimal`)
 *         "channel": { "companyId": "…" },     `$channel`
 *         "event": "OrderIssuedByBuyer",       `$event`
 *         "now": "2026-11-02T09:00:00.000Z",   `$now`; that moment by default
 *         "sent": …, "published": …, "received": …,     JSON values that become trees
 *         "changes": { "00010": "unchanged" }  answers by key, before those of previous.*; without either: new
 *       }
 *     expected.json | expected.xml   the target as it is written; unchanged items of an `$omit` list left out
 *     expected.stop.json             instead of it, where a `stop:` clause ends the message: { "as", "code" }
 *     expected.findings.json         findings in order; each needs its `code`, other members count where given;
 *                                    without the file no findings are expected
 *     expected.tasks.json            the open tasks in order, each with its `line` and `code`; without the file none
 */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requireFormat } from '../formats/find.ts';
import type { Formats } from '../formats/interface.ts';
import type { TargetObject } from '../tree/out.ts';
import type { Finding } from '../types.ts';
import { compareOutcome, type FixtureOutcome, writeOutcome } from './fixture-compare.ts';
import { extensionOf, type FixtureContext, readFixtureContext, readFixtureTree } from './fixture-files.ts';
import type { Mapping } from './interface.ts';
import { buildOutput, type MappingOutput, type TargetWriteOptions, writeTarget } from './make.ts';
import { isFormatDocument } from './models/documents.ts';
import { buildContextAfter, buildMappingInput } from './previous.ts';

/** What a fixture is run with. */
export interface FixtureTools {
  /** The mapping of that name, or why there is none. */
  mapping(name: string): { readonly mapping?: Mapping; readonly findings: readonly Finding[] };
  readonly formats: Formats;
}

export interface FixtureResult {
  /** The folder's name. */
  readonly name: string;
  readonly mapping: string;
  /** What differs from the expectation, `-` expected and `+` got; empty: it passes. */
  readonly differences: readonly string[];
  /** Expectations that `update` wrote or removed because of that. */
  readonly updated: readonly string[];
}

/** Runs the fixtures of a folder that are asked for, in order of name. */
export function runFixtures(
  folder: string,
  tools: FixtureTools,
  update = false,
  isAsked: (name: string) => boolean = () => true,
): readonly FixtureResult[] {
  return listFixtures(folder)
    .filter(isAsked)
    .map((name) => runFixture(join(folder, name), tools, update));
}

/** A fixture as people name it: `order-to-exchange/full` or its folder's name; a mapping alone means all of its fixtures. */
export function buildFixtureFilter(said: string): (name: string) => boolean {
  const folder = said.replace('/', '.');
  return (name) => name === folder || name.startsWith(`${folder}.`);
}

/** Names of the fixtures in a folder; hidden folders (`.git`, `.svn`) are none. */
export function listFixtures(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name);
  return names.filter((name) => !name.startsWith('.')).sort();
}

/** Runs one fixture; with `update` expectations that differ become what it gives. Throws nothing for what the files say. */
export function runFixture(folder: string, tools: FixtureTools, update = false): FixtureResult {
  const name = basename(folder);
  const guess = name.split('.')[0] ?? name;
  try {
    const context = readFixtureContext(folder);
    const mappingName = context.mapping ?? guess;
    const { mapping, findings } = tools.mapping(mappingName);
    if (mapping === undefined) return failedResult(name, mappingName, findings.map(renderFinding));
    const outcome = outcomeOf(new Fixture(folder, context, mapping, tools.formats));
    const differing = compareOutcome(folder, outcome);
    const updated = update ? writeOutcome(folder, outcome, differing.keys()) : [];
    return { name, mapping: mappingName, differences: [...differing.values()].flat(), updated };
  } catch (error) {
    return failedResult(name, guess, [error instanceof Error ? error.message : String(error)]);
  }
}

/** Why there is no mapping to run. */
function renderFinding({ code, file, line, column, message, advice }: Finding): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return code === 'mapping-not-found'
    ? `${message} The folder of a fixture is called MAPPING.CASE, such as order-to-exchange.my-case.`
    : [place, message, advice].join(' ').trim();
}

function failedResult(name: string, mapping: string, differences: readonly string[]): FixtureResult {
  return { name, mapping, differences, updated: [] };
}

class Fixture {
  readonly folder: string;
  readonly context: FixtureContext;
  readonly mapping: Mapping;
  readonly formats: Formats;

  constructor(folder: string, context: FixtureContext, mapping: Mapping, formats: Formats) {
    this.folder = folder;
    this.context = context;
    this.mapping = mapping;
    this.formats = formats;
  }

  produce(): MappingOutput {
    const { from } = this.mapping;
    const document = readFixtureTree(this.folder, 'document', from, this.formats);
    if (document === undefined)
      throw new Error(`There is no document${extensionOf(from, this.formats)} in ${this.folder}.`);
    const previous = readFixtureTree(this.folder, 'previous', from, this.formats);
    const context = buildContextAfter(this.mapping, this.context, previous);
    return buildOutput(buildMappingInput(this.mapping, document, context));
  }
}

function outcomeOf(fixture: Fixture): FixtureOutcome {
  const { result, document: whole } = fixture.produce();
  const files = new Map<string, string>();
  const findings = [...result.findings];
  const tasks = result.tasks ?? [];
  if (result.stop !== undefined) {
    const { as, finding } = result.stop;
    return { files, findings, tasks, stop: { as, code: finding.code } };
  }
  if (whole === undefined) return { files, findings, tasks };
  const envelope = { sequence: 1, at: fixture.context.now.replace(/Z$/, '') };
  const [file, text, more] = renderTarget(whole.payload, fixture.mapping.to, fixture.formats, { envelope });
  files.set(file, text);
  return { files, findings: [...findings, ...more], tasks };
}

/** A result as it is written: the name of the expectation, the text, and what the writer found. */
export function renderTarget(
  target: TargetObject,
  to: string,
  formats: Formats,
  options: Pick<TargetWriteOptions, 'language' | 'envelope'> = {},
): [string, string, readonly Finding[]] {
  const file = `expected${extensionOf(to, formats)}`;
  const { bytes, findings } = writeTarget(target, to, formats, { indent: 2, ...options });
  if (!isFormatDocument(to)) return [file, `${new TextDecoder().decode(bytes)}\n`, findings];
  return [file, requireFormat(formats, to).decodeText(bytes) ?? '', findings];
}
