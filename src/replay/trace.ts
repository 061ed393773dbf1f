import { join, relative, sep } from 'node:path';
import { cut } from '../findings/messages.ts';
import type { Origin, SourcePlace } from '../mapping/explain.ts';
import type { Mapping, MappingContext } from '../mapping/interface.ts';
import { originText } from '../mapping/origin-text.ts';
import { originsThrough } from '../mapping/through.ts';
import { packageFolder } from '../pipeline/workers/mapping-folders.ts';
import type { Toolbox } from '../pipeline/workers/toolbox.ts';
import type { TreeDocument } from '../tree/node.ts';
import { visible } from '../visible.ts';
import { type Given, rerun } from './rerun.ts';
import type { Result } from './result.ts';
import { ownFolder } from './version.ts';

/** Where each value of what the last mapping of a message made comes from, in lines. */
export interface Trace {
  readonly mapping: string;
  /** All of them. */
  readonly values: number;
  /** Those that the lines are about, the first ones. */
  readonly told: number;
  readonly lines: readonly string[];
}

/** What is told of: values, sources of one value, characters of one text. A bundle is read by a person. */
const most = { values: 20_000, sources: 5, text: 200 };

/** Runs a message again, and tells of the mappings that ran. Pure. */
export function traced(tools: Toolbox, given: Given): { readonly result: Result; readonly trace?: Trace } {
  const all: Run[] = [];
  const result = rerun(watchedTools(tools, all), given);
  const runs = runsOfChain(all, given.prepare.channel.settings.map ?? []);
  const last = runs.at(-1);
  if (last === undefined) return { result };
  const origins = originsThrough(
    runs.map(({ mapping, source, context }, n) => ({
      origins: mapping.origins(source, context),
      made: runs[n + 1]?.source,
    })),
  );
  const told = origins.slice(0, most.values);
  const counts = { values: origins.length, told: told.length };
  return { result, trace: { mapping: last.mapping.name, ...counts, lines: told.flatMap(linesOf) } };
}

/**
 * The runs that led to the result: each mapping of the channel once. What runs after them only looks: at the ERP's last export, at what
 * an order that goes as XML says, at values that go nowhere.
 */
function runsOfChain(runs: readonly Run[], names: readonly string[]): readonly Run[] {
  const own = runs.filter(({ mapping }) => names.includes(mapping.name));
  const again = own.findIndex(({ mapping }, n) =>
    own.slice(0, n).some((one) => one.mapping.name === mapping.name),
  );
  return again === -1 ? own : own.slice(0, again);
}

interface Run {
  readonly mapping: Mapping;
  readonly source: TreeDocument;
  readonly context: MappingContext;
}

/** The same tools; which mapping ran on what is noted. One mapping is one object here too: steps tell mappings apart by that. */
function watchedTools(tools: Toolbox, runs: Run[]): Toolbox {
  const known = new Map<string, Mapping>();
  return {
    ...tools,
    mapping(name) {
      const mapping = known.get(name) ?? watched(tools.mapping(name), runs);
      known.set(name, mapping);
      return mapping;
    },
  };
}

const watched = (mapping: Mapping, runs: Run[]): Mapping => ({
  ...mapping,
  opens: mapping.opens,
  closes: mapping.closes,
  again: (event) => mapping.again(event),
  silent: (event) => mapping.silent(event),
  origins: (source, context) => mapping.origins(source, context),
  leaf: (path, source, context) => mapping.leaf(path, source, context),
  run(source, context) {
    runs.push({ mapping, source, context });
    return mapping.run(source, context);
  },
});

function linesOf(origin: Origin): readonly string[] {
  const more = origin.sources.length - most.sources;
  return [...originText(shortened(origin)), ...(more > 0 ? [`    and from ${more} more places`] : [])].map(
    visible,
  );
}

function shortened(origin: Origin): Origin {
  const short = (text: string): string => cut(text, most.text);
  const rule = (one: Origin['rule']) => ({ ...one, file: inBundle(one.file), text: short(one.text) });
  const few = (places: readonly SourcePlace[]): readonly SourcePlace[] =>
    places.slice(0, most.sources).map((source) => ({ ...source, text: short(source.text) }));
  const { sources, chosenBy, tables, conversion, via } = origin;
  return {
    ...origin,
    ...{ value: short(origin.value), rule: rule(origin.rule) },
    ...{ sources: few(sources), chosenBy: few(chosenBy) },
    tables: tables.map((hit) => ({ ...hit, key: short(hit.key), value: short(hit.value) })),
    ...(conversion === undefined ? {} : { conversion: short(conversion) }),
    ...(via ? { via: via.map((one) => ({ ...one, rule: rule(one.rule) })) } : {}),
  };
}

const delivered = packageFolder('mappings');

/** `own/order.yaml`, `delivered/units.csv`: as texts of a version are called where it is told. */
function inBundle(file: string): string {
  const shelves = [
    ['own', ownFolder],
    ['delivered', delivered],
  ] as const;
  const shelf = shelves.find(([, folder]) => file.startsWith(join(folder, sep)));
  if (shelf === undefined) return file;
  return [shelf[0], ...relative(shelf[1], file).split(sep)].join('/');
}
