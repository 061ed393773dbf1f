import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';

/** A name of a map with what stands behind it. */
export interface DescriptionEntry {
  readonly map: YAMLMap;
  readonly pair: Pair;
  readonly key: Scalar<string>;
  /** Undefined: nothing stands there. */
  readonly value: Node | undefined;
}

/** Characters of the text that become others. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text of a description that is changed in places: all else stays as it is, with its order and its remarks. */
export class DescriptionText {
  readonly document: Document.Parsed;
  readonly #text: string;
  readonly #edits: TextEdit[] = [];
  readonly #removed = new Map<YAMLMap, Set<Pair>>();
  /** Of what stood on one line and is gone. */
  readonly #remarks: string[] = [];

  constructor(text: string) {
    this.#text = text;
    this.document = parseDocument(text);
  }

  /** Undefined: it is no map, or somebody has used what makes one place of it stand at another. */
  get root(): YAMLMap | undefined {
    const { contents, errors } = this.document;
    return isMap(contents) && errors.length === 0 && !hasReferences(contents) ? contents : undefined;
  }

  /** Of a place in the text, 1-based. */
  lineOf({ range }: Pick<Node, 'range'>): number {
    return this.#text.slice(0, range?.[0] ?? 0).split('\n').length;
  }

  /** What stands behind its name (`[]`, `!`) stays. */
  rename({ key }: DescriptionEntry, name: string): void {
    const suffix = /[[!].*$/s.exec(key.value)?.[0] ?? '';
    this.#replaceScalar(key, `${name}${suffix}`);
  }

  /** `value`: as a plain value, not as YAML. */
  setValue({ key, value }: DescriptionEntry, text: string | number): void {
    if (isScalar(value) && startOf(value) < endOf(value)) this.#replaceScalar(value, text);
    else if (value !== undefined && !isScalar(value)) this.replaceNode(value, renderScalar(text));
    else this.#putBehind(key, renderScalar(text));
  }

  /** YAML of one line in the place of all that stands there. */
  replaceNode(node: Node, yaml: string): void {
    this.#edits.push({ start: startOf(node), end: endOf(node), text: yaml });
  }

  /** Undefined: it goes. */
  setMember(map: YAMLMap, name: string, text: string | number | undefined): void {
    const entry = listEntries(map).find(({ key }) => key.value === name);
    if (entry === undefined) {
      if (text !== undefined) this.insert(map, listEntries(map).at(-1), name, renderScalar(text));
    } else if (text === undefined) this.remove(entry);
    else this.setValue(entry, text);
  }

  remove({ map, pair }: DescriptionEntry): void {
    const known = this.#removed.get(map) ?? new Set();
    this.#removed.set(map, known.add(pair));
  }

  /** `behind`: undefined: there is no other. `yaml`: of one line. */
  insert(map: YAMLMap, behind: DescriptionEntry | undefined, name: string, yaml: string): void {
    const entry = `${renderScalar(name)}: ${yaml}`;
    if (behind === undefined) this.#insertText(startOf(map) + 1, ` ${entry} `);
    else if (map.flow === true) this.#insertText(endOfEntry(behind), `, ${entry}`);
    else this.#insertText(this.#lineEnd(endOfEntry(behind)), `\n${this.#indentOf(behind)}${entry}`);
  }

  render(): string {
    const edits = [
      ...this.#edits,
      ...[...this.#removed].flatMap(([map, pairs]) => this.#removals(map, pairs)),
    ];
    // from the end on; what is put at one place stands in the order in which it came
    const sorted = edits
      .map((edit, n) => ({ ...edit, n }))
      .sort((a, b) => b.start - a.start || b.end - a.end || b.n - a.n);
    const text = sorted.reduce(
      (before, edit) => before.slice(0, edit.start) + edit.text + before.slice(edit.end),
      this.#text,
    );
    const end = text.endsWith('\n') || this.#remarks.length === 0 ? '' : '\n';
    return `${text}${end}${this.#remarks.map((remark) => `${remark}\n`).join('')}`;
  }

  #replaceScalar(scalar: Scalar, text: string | number): void {
    this.#edits.push({ start: startOf(scalar), end: endOf(scalar), text: renderScalar(text, scalar) });
  }

  #putBehind(key: Scalar, yaml: string): void {
    const behind = key.range?.[1] ?? 0;
    const colon = /^\s*:/.exec(this.#text.slice(behind))?.[0];
    this.#insertText(behind + (colon?.length ?? 0), `${colon === undefined ? ':' : ''} ${yaml}`);
  }

  #insertText(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text });
  }

  #removals(map: YAMLMap, pairs: ReadonlySet<Pair>): readonly TextEdit[] {
    const entries = listEntries(map);
    const gone = entries.filter(({ pair }) => pairs.has(pair));
    if (map.flow !== true) return gone.map((entry) => this.#removeLines(entry));
    this.#remarks.push(...gone.flatMap((entry) => this.#remarksIn(startOf(entry.key), endOfEntry(entry))));
    return gone.map((entry) => {
      const at = entries.indexOf(entry);
      const before = entries[at - 1];
      const isFirst = entries.slice(0, at).every(({ pair }) => pairs.has(pair));
      const next = entries[at + 1];
      const behind = isFirst && next ? startOf(next.key) : endOfEntry(entry);
      return { start: isFirst || !before ? startOf(entry.key) : endOfEntry(before), end: behind, text: '' };
    });
  }

  /** A remark of what goes stays where it stood. */
  #removeLines(entry: DescriptionEntry): TextEdit {
    const from = startOf(entry.key);
    const start = this.#text.lastIndexOf('\n', from - 1) + 1;
    const lineEnd = this.#lineEnd(endOfEntry(entry));
    const indent = this.#indentOf(entry);
    const remarks = this.#remarksIn(from, lineEnd).map((remark) => `${indent}${remark}\n`);
    const next = this.#text.indexOf('\n', lineEnd) + 1;
    return { start, end: next === 0 ? this.#text.length : next, text: remarks.join('') };
  }

  /** What stands behind `#`, outside of values. */
  #remarksIn(from: number, to: number): readonly string[] {
    let text = this.#text.slice(from, to);
    visit(this.document, {
      Scalar: (_, scalar) => {
        const [start, end] = [startOf(scalar) - from, endOf(scalar) - from];
        if (start >= 0 && end <= to - from)
          text = text.slice(0, start) + '\0'.repeat(Math.max(0, end - start)) + text.slice(end);
      },
    });
    return [...text.matchAll(/(?<=\s)#[^\n\r]*/g)].map(({ index, 0: { length } }) =>
      this.#text.slice(from + index, from + index + length),
    );
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    const last = end === -1 ? this.#text.length : end;
    return this.#text[last - 1] === '\r' ? last - 1 : last;
  }

  #indentOf({ key }: DescriptionEntry): string {
    const start = this.#text.lastIndexOf('\n', startOf(key) - 1) + 1;
    return this.#text.slice(start, startOf(key)).replace(/\S.*$/s, '');
  }
}

/** Entries whose names are texts. */
export const listEntries = (map: YAMLMap): readonly DescriptionEntry[] =>
  map.items.flatMap((pair) => {
    const { key, value } = pair;
    if (!isScalar<string>(key)) return [];
    return [{ map, pair, key, value: isMap(value) || isScalar(value) || isSeq(value) ? value : undefined }];
  });

export const findDescriptionEntry = (map: YAMLMap, name: string): DescriptionEntry | undefined =>
  listEntries(map).find(({ key }) => key.value === name);

/** The map behind a name. */
export function findMap(map: YAMLMap, name: string): YAMLMap | undefined {
  const value = findDescriptionEntry(map, name)?.value;
  return isMap(value) ? value : undefined;
}

function hasReferences(contents: Node): boolean {
  let found = false;
  visit(contents, {
    Node: (_, node) => {
      found ||= isAlias(node) || ('anchor' in node && node.anchor !== undefined);
    },
  });
  return found;
}

const startOf = ({ range }: Pick<Node, 'range'>): number => range?.[0] ?? 0;

/** Of what stands on lines of its own the end of the last value: its range goes on to what follows. */
function endOf(node: Node): number {
  if (isMap(node) && node.flow !== true) {
    const last = listEntries(node).at(-1);
    return last === undefined ? (node.range?.[1] ?? 0) : endOfEntry(last);
  }
  return node.range?.[1] ?? 0;
}

/** Behind an empty value stands nothing but its colon. */
const endOfEntry = ({ key, value }: DescriptionEntry): number =>
  value === undefined ? (key.range?.[1] ?? 0) : Math.max((key.range?.[1] ?? 0) + 1, endOf(value));

const keywords = /^(true|false|null|yes|no|on|off|~)$/i;

/** As plainly as it can stand anywhere; in quotes where `like` is. */
export function renderScalar(text: string | number, like?: Pick<Scalar, 'type'>): string {
  if (typeof text === 'number') return String(text);
  const isPlain = /^[A-Za-z0-9_][\w .()@/|!-]*$/.test(text) && !/\s$/.test(text);
  const isText = Number.isNaN(Number(text)) && !keywords.test(text);
  const isQuoted = like?.type === 'QUOTE_DOUBLE' || like?.type === 'QUOTE_SINGLE';
  return isPlain && isText && !isQuoted ? text : JSON.stringify(text);
}
