import {
  type Item,
  isNode,
  isOfVariable,
  itemText,
  type NodePosition,
  nodePositionOf,
  pathOf,
} from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import type { TargetScalar } from '../../tree/values/target-tree.ts';
import type { Makings, TableHit } from '../../tree/values/text-provenance.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { Expression, LeafRule } from '../language/rule-types.ts';
import type { MappingContext, MappingResult } from '../mapping.ts';
import type { ResultUse, RunListener } from '../run/scope.ts';
import { LeafReading } from './leaf-reading.ts';
import { MakingsListener } from './makings-listener.ts';

/** A place of the document, as a person finds it. Plain data. */
export interface SourcePlace extends NodePosition {
  readonly path: string;
  readonly text: string;
  /** A variable gave it: it has a name, and no line. */
  readonly ofVariable?: true;
}

/** The same with its node. */
export interface SourceLocation extends SourcePlace {
  readonly node: TreeNode;
}

/** Where one value of a result comes from. */
export interface ValueProvenance<Place extends SourcePlace = SourceLocation> {
  /** `lines[2]/position` */
  readonly target: string;
  readonly value: string;
  /** The rule: file, line and column, and its expression or constant. */
  readonly rule: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly text: string;
    /** It is a constant. */
    readonly constant?: boolean;
  };
  /** What the value is, or was made of: never what conditions and predicates alone looked at. */
  readonly sources: readonly Place[];
  /** What conditions looked at, of a value that was made of nothing: a text of the rule itself, or true or false. */
  readonly chosenBy: readonly Place[];
  readonly tables: readonly TableHit[];
  /** Over several mappings: what those before it did, the first of them first. */
  readonly via?: readonly ValueProvenance<Place>[];
  /** `decimal: "+5" -> "5"`, where the text changed. */
  readonly conversion?: string;
}

/** What an expression did. */
export interface Evaluation {
  readonly expression: Expression;
  readonly use: ResultUse;
  readonly read: readonly TreeNode[];
  readonly result: readonly Item[];
  /** Of the variables that were used. */
  readonly used: readonly Evaluation[];
}

export interface Explanation {
  readonly result: MappingResult;
  /** In the order in which values were made. Values of items that are left out later are there too. */
  readonly origins: readonly ValueProvenance[];
  /** Leaves of the document, for the loss report. */
  readonly reading: Pick<LeafReading, 'carried' | 'tested'>;
}

/** With everything that each expression did, which of a long order takes more memory than all else of it. */
export interface EvaluatedRun extends Pick<Explanation, 'result' | 'origins'> {
  readonly evaluations: readonly Evaluation[];
}

/**
 * Runs a mapping again and collects where every value comes from. Normal runs pay nothing for it. `deadline`: milliseconds; Infinity: somebody
 * else watches it.
 */
export function explainRun(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
  deadline?: number,
): Explanation {
  const listener = new ExplainingListener(mapping.file);
  const limit = deadline === undefined ? {} : { deadline };
  const result = mapping.startRun(source, context, { recorder: listener, ...limit }).run();
  return { result, origins: listener.origins, reading: listener.reading };
}

export function recordEvaluations(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
): EvaluatedRun {
  const listener = new EvaluationListener(mapping.file);
  const result = mapping.startRun(source, context, { recorder: listener }).run();
  return { result, origins: listener.origins, evaluations: listener.evaluations };
}

/** Where every value comes from, and nothing else. */
export function listOrigins(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
): readonly ValueProvenance[] {
  const listener = new OriginListener(mapping.file);
  mapping.startRun(source, context, { recorder: listener }).run();
  return listener.origins;
}

/** Collects where every value comes from. */
export class OriginListener extends MakingsListener implements RunListener {
  readonly origins: ValueProvenance[] = [];
  readonly #file: string;

  constructor(file: string) {
    super();
    this.#file = file;
  }

  onValue(rule: LeafRule, path: string, item: Item, value: TargetScalar): void {
    const { from, line, column, file = this.#file } = rule;
    const text = 'constant' in from ? from.constant : from.text;
    const before = itemText(item);
    this.origins.push({
      target: path,
      value: value.text,
      rule: { file, line, column, text, ...('constant' in from ? { constant: true } : {}) },
      ...this.#madeOf(rule, item),
      ...(before === value.text
        ? {}
        : { conversion: `${rule.as}: ${JSON.stringify(before)} -> ${JSON.stringify(value.text)}` }),
    });
  }

  #madeOf(rule: LeafRule, item: Item): Pick<ValueProvenance, 'sources' | 'chosenBy' | 'tables'> {
    if (isNode(item)) return { sources: [locateSource(item)], chosenBy: [], tables: [] };
    const makings = this.makingsOf(rule, item);
    const every = <T>(of: (one: Makings) => Iterable<T>): readonly T[] => [
      ...new Set(makings.flatMap((one) => [...of(one)])),
    ];
    const [parts, tables] = [every(({ parts }) => parts), every(({ hits }) => hits)];
    const chosenBy = parts.length + tables.length > 0 ? [] : every(({ tested }) => tested);
    return { sources: parts.map(locateSource), chosenBy: chosenBy.map(locateSource), tables };
  }

  onCopy(expression: Expression, path: string, node: TreeNode): void {
    const { line, column, text, file = this.#file } = expression;
    const place = locateSource(node);
    const rule = { file, line, column, text: `$copy: ${text}` };
    this.origins.push({
      target: path,
      value: place.text.trim(),
      rule,
      sources: [place],
      chosenBy: [],
      tables: [],
    });
  }
}

/** A set is there once something is in it: of most evaluations nothing is. */
interface OpenEvaluation {
  readonly expression: Expression;
  readonly use: ResultUse;
  read?: Set<TreeNode>;
  /** The variables that were used inside. */
  used?: Set<Evaluation>;
}

const none: readonly never[] = [];

const listOf = <T>(set: ReadonlySet<T> | undefined): readonly T[] => (set === undefined ? none : [...set]);

/** Collects what became of the leaves of the document, too. */
class ExplainingListener extends OriginListener {
  readonly reading = new LeafReading();

  override onRead(node: TreeNode): void {
    this.reading.read(node);
    super.onRead(node);
  }

  override onBegin(expression: Expression, use: ResultUse): void {
    this.reading.begin(use);
    super.onBegin(expression, use);
  }

  override onEnd(result: readonly Item[]): void {
    super.onEnd(result);
    this.reading.end(result);
  }

  override wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    return super.wrapVariable(this.reading.wrapVariable(value));
  }

  override onCopy(expression: Expression, path: string, node: TreeNode): void {
    super.onCopy(expression, path, node);
    this.reading.copy(node);
  }
}

/** Collects what every expression did, too. */
class EvaluationListener extends OriginListener {
  readonly evaluations: Evaluation[] = [];
  readonly #evaluating: OpenEvaluation[] = [];
  /** What was evaluated last. */
  #evaluated: Evaluation | undefined;

  override onRead(node: TreeNode): void {
    const open = this.#evaluating.at(-1);
    if (open) {
      open.read ??= new Set();
      open.read.add(node);
    }
    super.onRead(node);
  }

  override onBegin(expression: Expression, use: ResultUse): void {
    this.#evaluating.push({ expression, use });
    super.onBegin(expression, use);
  }

  override onEnd(result: readonly Item[]): void {
    super.onEnd(result);
    const open = this.#evaluating.pop();
    if (open === undefined) return;
    const { expression, use, read, used } = open;
    this.#evaluated = { expression, use, result, read: listOf(read), used: listOf(used) };
    this.evaluations.push(this.#evaluated);
  }

  override wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    let first: Evaluation | undefined;
    return super.wrapVariable(() => {
      const items = value();
      first ??= this.#evaluated;
      const open = this.#evaluating.at(-1);
      if (first && open) {
        open.used ??= new Set();
        open.used.add(first);
      }
      return items;
    });
  }

  override onCopy(expression: Expression, path: string, node: TreeNode): void {
    super.onCopy(expression, path, node);
    this.evaluations.push({ expression, use: 'value', read: none, result: [node], used: none });
  }
}

/** A tree does not change, and whoever edits a mapping runs it on the same one at every key. */
const locations = new WeakMap<TreeNode, SourceLocation>();

function locateSource(node: TreeNode): SourceLocation {
  const known = locations.get(node) ?? findLocation(node);
  locations.set(node, known);
  return known;
}

function findLocation(node: TreeNode): SourceLocation {
  return {
    path: pathOf(node),
    ...nodePositionOf(node),
    text: itemText(node),
    ...(isOfVariable(node) ? { ofVariable: true } : {}),
    node,
  };
}
