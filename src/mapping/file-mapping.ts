import { computeOnce } from '../system/compute-once.ts';
import { type Item, isTrue } from '../tree/nodes/items.ts';
import { isWithinAny, listFilledLeaves } from '../tree/nodes/leaves.ts';
import { DocumentNode, ElementNode } from '../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeNode } from '../tree/nodes/tree-node.ts';
import type { OpenPart } from '../tree/open-parts.ts';
import { ValueError } from '../tree/xpath/own-functions.ts';
import { type Variables, withVariable } from '../tree/xpath/variables.ts';
import { listOrigins, OriginListener, type ValueProvenance } from './explain/explain-run.ts';
import { isIgnoredBySite } from './explain/leaf-fates.ts';
import { MadeSources } from './explain/made-sources.ts';
import { SourceListener } from './explain/makings-listener.ts';
import type { FileText } from './files/recording-file-source.ts';
import { listOpenable } from './language/left-open.ts';
import type { Expression, Program } from './language/rule-types.ts';
import type { ExplainedResult, Mapping, MappingContext, MappingResult } from './mapping.ts';
import { CarriedLeaves } from './run/carried-leaves.ts';
import { buildContextTrees, buildPartnersTree } from './run/context-trees.ts';
import { ListenerPair } from './run/listener-pair.ts';
import { MappingRun } from './run/mapping-run.ts';
import type { RunInput } from './run/scope.ts';
import { buildLookup, type Table } from './tables/lookup-table.ts';
import type { Partners } from './tables/partners.ts';

interface MappingParts extends Pick<FileMapping, 'file' | 'listTexts' | 'tables' | 'hash' | 'ignored'> {
  readonly partners?: Partners | undefined;
}

/** A mapping that was read from a file and found right. */
export class FileMapping implements Mapping {
  readonly name: string;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly listTexts: () => readonly FileText[];
  readonly program: Program;
  readonly tables: ReadonlyMap<string, Table>;
  /** Paths that the site has ended, beside what the mapping ignores. */
  readonly ignored: readonly RegExp[];
  readonly partners: Partners | undefined;
  readonly #partnerItems: (() => readonly Item[]) | undefined;
  #opens: readonly OpenPart[] | undefined;

  constructor(program: Program, { file, listTexts, tables, hash, ignored, partners }: MappingParts) {
    this.listTexts = listTexts;
    this.name = program.name;
    this.from = program.from;
    this.to = program.to;
    this.program = program;
    this.file = file;
    this.tables = tables;
    this.hash = hash;
    this.ignored = ignored;
    const namespace = program.namespaces.get('') ?? null;
    this.partners = partners;
    this.#partnerItems = partners && computeOnce(() => [buildPartnersTree(partners.rows, namespace)]);
  }

  /** Decoded anew each time: a table may be large, and who runs the mapping does not need them. */
  get texts(): readonly FileText[] {
    return this.listTexts();
  }

  get opens(): readonly OpenPart[] {
    this.#opens ??= listOpenable(this.program);
    return this.#opens;
  }

  get closes(): readonly OpenPart[] {
    return this.program.closes;
  }

  again(event: string): boolean {
    return this.#overEvent(this.program.again, event);
  }

  silent(event: string): boolean {
    return this.#overEvent(this.program.silent, event);
  }

  #overEvent(condition: Expression | undefined, event: string): boolean {
    if (condition === undefined) return false;
    const variables = new Map([['event', () => [event]]]);
    try {
      return isTrue(condition.xpath.evaluate(emptyDocument, variables, { lookup: buildLookup(this.tables) }));
    } catch (error) {
      // Of an event that the clause's table does not know, it says nothing.
      if (error instanceof ValueError) return false;
      throw error;
    }
  }

  run(source: TreeDocument, context: MappingContext): MappingResult {
    if (context.onRunValues === undefined) return this.startRun(source, context).run();
    const recorder = new CarriedLeaves();
    const run = this.startRun(source, context, { recorder });
    const result = run.run();
    if (result.target !== undefined) this.#tellValues(run, recorder, source, context);
    return result;
  }

  /** Tells whoever hears of it what became of the values of the document. */
  #tellValues(
    run: MappingRun,
    { carried }: CarriedLeaves,
    source: TreeDocument,
    context: MappingContext,
  ): void {
    const left = listFilledLeaves(source.root).filter((leaf) => !carried.has(leaf));
    const ignored = left.length === 0 ? new Set<TreeNode>() : new Set(run.selectNodes(this.program.ignore));
    const lost = left.filter((leaf) => !isWithinAny(leaf, ignored) && !isIgnoredBySite(this, leaf));
    context.onRunValues?.({
      source,
      lost,
      listLostThrough: (made, later) => {
        const [away, ended] = [new Set(left), this.#listEnding(source, context, made, later)];
        const all = new Set([...lost, ...[...ended].filter((leaf) => !away.has(leaf))]);
        return listFilledLeaves(source.root).filter((leaf) => all.has(leaf));
      },
    });
  }

  /** Leaves of which nothing was made but these. */
  #listEnding(
    source: TreeDocument,
    context: MappingContext,
    made: TreeDocument,
    ends: ReadonlySet<TreeNode>,
  ): ReadonlySet<TreeNode> {
    const sources = new MadeSources(made);
    const recorder = new SourceListener((path, value, nodes) => sources.add(path, value, nodes));
    this.startRun(source, context, { recorder }).run();
    return sources.sourcesOnlyOf(ends);
  }

  runWithOrigins(source: TreeDocument, context: MappingContext): ExplainedResult {
    const carried = new CarriedLeaves();
    const explaining = new OriginListener(this.file);
    const run = this.startRun(source, context, { recorder: new ListenerPair(explaining, carried) });
    const { partial: _, ...result } = run.run();
    const { origins } = explaining;
    if (result.target !== undefined && context.onRunValues) this.#tellValues(run, carried, source, context);
    return { result, origins: [...origins] };
  }

  origins(source: TreeDocument, context: MappingContext): readonly ValueProvenance[] {
    return listOrigins(this, source, context);
  }

  leaf(path: string, source: TreeDocument, context: MappingContext): string | undefined {
    return this.startRun(source, context).evaluateLeaf(path.split('/'));
  }

  /**
   * One run. `recorder` hears of everything it does; deadline and lookup may differ from the usual ones.
   */
  startRun(
    source: TreeDocument,
    context: MappingContext,
    more: Partial<Pick<RunInput, 'recorder' | 'deadline' | 'lookup'>> = {},
  ): MappingRun {
    return new MappingRun({
      program: this.program,
      file: this.file,
      lookup: buildLookup(this.tables),
      source,
      context,
      variables: this.#variables(context),
      ...more,
    });
  }

  #variables(context: MappingContext): Variables {
    const trees = buildContextTrees(context, this.program.namespaces.get('') ?? null);
    return this.#partnerItems === undefined ? trees : withVariable(trees, 'partners', this.#partnerItems);
  }
}

/** `again:` and `silent:` look at `$event` alone; this is the document it does not see. */
const emptyDocument = new DocumentNode(
  'json',
  new ElementNode({ prefix: '', localName: 'json', namespaceURI: null }, 1, 1),
);
