import { type FilePlace, filePlaceOf, type Item, isNode, itemText, pathOf } from '../tree/items.ts';
import type { TreeDocument, TreeNode } from '../tree/node.ts';
import type { OutScalar } from '../tree/out.ts';
import type { MappingContext, MappingResult } from './interface.ts';
import type { FileMapping } from './load.ts';
import type { Expression, LeafRule } from './rules.ts';
import type { Recorder, Use } from './scope.ts';

/** A node of the document, as a person finds it. */
export interface SourcePlace extends FilePlace {
  readonly path: string;
  readonly text: string;
  readonly node: TreeNode;
}

interface TableHit {
  readonly table: string;
  readonly key: string;
  readonly value: string;
}

/** Where one value of a result comes from. */
export interface Origin {
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
  /** What the expression gave, or read on the way to a text. */
  readonly sources: readonly SourcePlace[];
  readonly tables: readonly TableHit[];
  /** Over several mappings: what those before it did, the first of them first. */
  readonly via?: readonly Origin[];
  /** `decimal: "+5" -> "5"`, where the text changed. */
  readonly conversion?: string;
}

/** What an expression did, for the loss report. */
export interface Evaluation {
  readonly expression: Expression;
  readonly use: Use;
  readonly read: readonly TreeNode[];
  readonly result: readonly Item[];
  /** Of the variables that were used. */
  readonly used: readonly Evaluation[];
}

export interface Explanation {
  readonly result: MappingResult;
  /** In the order in which values were made. Values of items that are left out later are there too. */
  readonly origins: readonly Origin[];
  readonly evaluations: readonly Evaluation[];
}

/** Runs a mapping once more and tells where every value comes from. Production pays nothing for it. */
export function explain(mapping: FileMapping, source: TreeDocument, context: MappingContext): Explanation {
  const listener = new Listener(mapping.file);
  const result = mapping.start(source, context, { recorder: listener }).run();
  return { result, origins: listener.origins, evaluations: listener.evaluations };
}

interface Open {
  readonly expression: Expression;
  readonly use: Use;
  readonly read: Set<TreeNode>;
  readonly hits: TableHit[];
  /** Of the variables that were used inside. */
  readonly inner: Set<Done>;
}

interface Done extends Evaluation {
  readonly hits: readonly TableHit[];
  /** Without what its variables have read. */
  readonly own?: Evaluation;
}

class Listener implements Recorder {
  readonly origins: Origin[] = [];
  readonly evaluations: Evaluation[] = [];
  readonly #file: string;
  readonly #open: Open[] = [];
  /** What was evaluated last. */
  #ended: Done | undefined;
  /** Of each expression, what it did last: a value is made right after its expression was evaluated. */
  readonly #last = new Map<Expression, Done>();

  constructor(file: string) {
    this.#file = file;
  }

  onRead(node: TreeNode): void {
    this.#open.at(-1)?.read.add(node);
  }

  begin(expression: Expression, use: Use): void {
    this.#open.push({ expression, use, read: new Set(), hits: [], inner: new Set() });
  }

  end(result: readonly Item[]): void {
    const done = this.#open.pop();
    if (done === undefined) return;
    const { expression, use, read, hits, inner } = done;
    const used = [...inner].map((one) => one.own ?? one);
    const own: Done = { expression, use, result, read: [...read], hits, used };
    const evaluation = inner.size === 0 ? own : withInner(own, [...inner]);
    this.evaluations.push(own);
    this.#last.set(expression, evaluation);
    this.#ended = evaluation;
  }

  variable(value: () => readonly Item[]): () => readonly Item[] {
    let first: Done | undefined;
    return () => {
      const items = value();
      first ??= this.#ended;
      if (first) this.#open.at(-1)?.inner.add(first);
      return items;
    };
  }

  looked(table: string, key: string, value: string): void {
    this.#open.at(-1)?.hits.push({ table, key, value });
  }

  made(rule: LeafRule, path: string, item: Item, value: OutScalar): void {
    const { from, line, column, file = this.#file } = rule;
    const text = 'constant' in from ? from.constant : from.text;
    const done = 'constant' in from ? undefined : this.#last.get(from);
    const nodes = isNode(item) ? [item] : (done?.read ?? []).slice(0, mostSources);
    const before = itemText(item);
    this.origins.push({
      target: path,
      value: value.text,
      rule: { file, line, column, text, ...('constant' in from ? { constant: true } : {}) },
      sources: nodes.map(sourcePlace),
      tables: done?.hits ?? [],
      ...(before === value.text
        ? {}
        : { conversion: `${rule.as}: ${JSON.stringify(before)} -> ${JSON.stringify(value.text)}` }),
    });
  }

  copied(expression: Expression, path: string, node: TreeNode): void {
    const { line, column, text, file = this.#file } = expression;
    const place = sourcePlace(node);
    const rule = { file, line, column, text: `$copy: ${text}` };
    this.origins.push({ target: path, value: place.text.trim(), rule, sources: [place], tables: [] });
    this.evaluations.push({ expression, use: 'value', read: [], result: [node], used: [] });
  }
}

/** Sources of one value at the most: a variable may have read every line of a large document. */
const mostSources = 200;

/** With what the variables had read that it used, its own first. */
const withInner = (own: Done, used: readonly Done[]): Done => ({
  ...own,
  own,
  read: first([own, ...used], ({ read }) => read),
  hits: first([own, ...used], ({ hits }) => hits),
});

function first<T>(evaluations: readonly Done[], of: (one: Done) => readonly T[]): readonly T[] {
  const found = new Set<T>();
  for (const one of evaluations)
    for (const each of of(one)) if (found.add(each).size >= mostSources) return [...found];
  return [...found];
}

function sourcePlace(node: TreeNode): SourcePlace {
  return { path: pathOf(node), ...filePlaceOf(node), text: itemText(node), node };
}
