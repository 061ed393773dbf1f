import { join, relative, sep } from 'node:path';
import { cutText } from '../findings/create-finding.ts';
import { resolveChainProvenance } from '../mapping/explain/chain-provenance.ts';
import type { SourceLocation, ValueProvenance } from '../mapping/explain/explain-run.ts';
import { renderProvenance } from '../mapping/explain/render-provenance.ts';
import type { Mapping, MappingContext, MappingResult } from '../mapping/mapping.ts';
import { packageFolder } from '../pipeline/channel/mapping-folders.ts';
import type { ChannelRuntime } from '../pipeline/runtime/channel-runtime.ts';
import { escapeControls } from '../text/visible.ts';
import type { TreeDocument } from '../tree/nodes/tree-node.ts';
import type { Language } from '../types.ts';
import { recordedOwnFolder } from './rerun/recorded-version.ts';
import type { ReplayResult } from './rerun/replay-result.ts';
import { rerun, type StepInput } from './rerun/rerun-steps.ts';

/** Where each value of what the last mapping of a message made comes from, in lines. */
export interface ProvenanceReport {
  readonly mapping: string;
  /** All of them. */
  readonly values: number;
  /** Those that the lines are about, the first ones. */
  readonly told: number;
  readonly lines: readonly string[];
}

/** What is told of: values, sources of one value, characters of one text. A bundle is read by a person. */
const provenanceLimits = { values: 20_000, sources: 5, text: 200 };

/** Runs a message again, and tells of the mappings that ran. Pure. */
export function replayWithProvenance(
  tools: ChannelRuntime,
  given: StepInput,
  language: Language = 'en',
): { readonly result: ReplayResult; readonly trace?: ProvenanceReport } {
  const chain = new ChainRuns(given.prepare.channel.settings.map ?? []);
  const result = rerun(watchRuntime(tools, chain), given);
  const { runs } = chain;
  const last = runs.at(-1);
  if (last === undefined) return { result };
  const origins = resolveChainProvenance(
    runs.map((run, n) => ({ origins: run.origins, made: runs[n + 1]?.source })),
  );
  const told = origins.slice(0, provenanceLimits.values);
  const counts = { values: origins.length, told: told.length };
  return {
    result,
    trace: {
      mapping: last.mapping,
      ...counts,
      lines: told.flatMap((one) => renderProvenanceLines(one, language)),
    },
  };
}

interface ExplainedRun {
  readonly mapping: string;
  readonly source: TreeDocument;
  readonly origins: readonly ValueProvenance[];
}

/**
 * The runs that led to the result: each mapping of the channel once. What runs after them only looks: at the ERP's last export, at what
 * an order that goes as XML says, at values that go nowhere.
 */
class ChainRuns {
  readonly runs: ExplainedRun[] = [];
  readonly #names: readonly string[];
  #isOver = false;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Runs the mapping, and has it explained in the same run where it is one of them. */
  run(mapping: Mapping, source: TreeDocument, context: MappingContext): MappingResult {
    const { name } = mapping;
    this.#isOver ||= this.runs.some((one) => one.mapping === name);
    if (this.#isOver || !this.#names.includes(name)) return mapping.run(source, context);
    const { result, origins } = mapping.runWithOrigins(source, context);
    this.runs.push({ mapping: name, source, origins });
    return result;
  }
}

/** The same tools, whose mappings run in the chain. One mapping is one object here too: steps tell mappings apart by that. */
function watchRuntime(tools: ChannelRuntime, chain: ChainRuns): ChannelRuntime {
  const known = new Map<string, Mapping>();
  return {
    ...tools,
    mapping(name) {
      const mapping = known.get(name) ?? watchMapping(tools.mapping(name), chain);
      known.set(name, mapping);
      return mapping;
    },
  };
}

const watchMapping = (mapping: Mapping, chain: ChainRuns): Mapping => ({
  ...mapping,
  opens: mapping.opens,
  closes: mapping.closes,
  again: (event) => mapping.again(event),
  silent: (event) => mapping.silent(event),
  origins: (source, context) => mapping.origins(source, context),
  runWithOrigins: (source, context) => mapping.runWithOrigins(source, context),
  leaf: (path, source, context) => mapping.leaf(path, source, context),
  run: (source, context) => chain.run(mapping, source, context),
});

function renderProvenanceLines(origin: ValueProvenance, language: Language): readonly string[] {
  const more = origin.sources.length - provenanceLimits.sources;
  return [
    ...renderProvenance(shortenProvenance(origin), language),
    ...(more > 0
      ? [language === 'nl' ? `    en uit nog ${more} plaatsen` : `    and from ${more} more places`]
      : []),
  ].map(escapeControls);
}

function shortenProvenance(origin: ValueProvenance): ValueProvenance {
  const short = (text: string): string => cutText(text, provenanceLimits.text);
  const rule = (one: ValueProvenance['rule']) => ({
    ...one,
    file: renderBundlePath(one.file),
    text: short(one.text),
  });
  const few = (places: readonly SourceLocation[]): readonly SourceLocation[] =>
    places.slice(0, provenanceLimits.sources).map((source) => ({ ...source, text: short(source.text) }));
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

const deliveredFolder = packageFolder('mappings');

/** `own/order.yaml`, `delivered/units.csv`: as texts of a version are called where it is told. */
function renderBundlePath(file: string): string {
  const folders = [
    ['own', recordedOwnFolder],
    ['delivered', deliveredFolder],
  ] as const;
  const found = folders.find(([, folder]) => file.startsWith(join(folder, sep)));
  if (found === undefined) return file;
  return [found[0], ...relative(found[1], file).split(sep)].join('/');
}
