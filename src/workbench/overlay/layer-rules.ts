import { parseYaml, type YamlEntry, type YamlMap, type YamlNode } from '../../mapping/files/mapping-yaml.ts';
import { clauseCodeOf, clauseSections, replacesRule } from '../../mapping/files/override-forms.ts';
import type { NewRule } from '../drafts/insert-rule.ts';

/** A line of one's own mapping or of the delivered one, where both are laid over each other. Plain data. */
export interface LayeredLine {
  readonly text: string;
  readonly origin: 'own' | 'delivered';
  /** In its own file, 1-based. */
  readonly line: number;
  /** Delivered, and something of one's own takes its place. */
  readonly isReplaced?: true;
  /** Delivered: names of the rule that it belongs to, from the section down, where that can become one's own. */
  readonly rule?: readonly string[];
}

/**
 * The delivered mapping with each rule of one's own before the one whose place it takes, or at the end of what it belongs to. Names of
 * one's own that only lead down to a rule are left out: the delivered ones say the same. Undefined: one of the texts cannot be read. Pure.
 */
export function layerRules(own: string, delivered: string): readonly LayeredLine[] | undefined {
  const [mine, base] = [parseYaml(own).value, parseYaml(delivered).value];
  if (mine?.kind !== 'map' || base?.kind !== 'map') return undefined;
  return new LayeredMapping(own.split('\n'), delivered.split('\n')).build(base, mine);
}

/** Lines from and to, both included, 1-based. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Of the header: they say which mapping it is, not what it does. */
const headings: readonly string[] = ['mapping', 'extends', 'from', 'to'];

class LayeredMapping {
  readonly #own: readonly string[];
  readonly #delivered: readonly string[];
  /** Lines of one's own by the delivered line before which they stand. */
  readonly #before = new Map<number, LayeredLine[]>();
  readonly #replaced = new Set<number>();
  readonly #rules = new Map<number, readonly string[]>();

  constructor(own: readonly string[], delivered: readonly string[]) {
    this.#own = own;
    this.#delivered = delivered;
  }

  build(base: YamlMap, own: YamlMap): readonly LayeredLine[] {
    const whole = { from: 1, to: lastFilled(this.#delivered) };
    const section = base.entries.find(({ name }) => name === 'target');
    const range = section && rangesOf(base.entries, this.#delivered, whole.to).get(section);
    if (section?.value.kind === 'map' && range) this.#nameRules(section.value, range.to, ['target']);
    const entries = own.entries.filter(({ name }) => !headings.includes(name));
    this.#layer({ base, to: whole.to }, entries, rangesOf(own.entries, this.#own, lastFilled(this.#own)));
    const lines = this.#delivered.slice(0, whole.to).flatMap((text, n) => this.#lineAt(n + 1, text));
    return [...lines, ...(this.#before.get(whole.to + 1) ?? [])];
  }

  #lineAt(line: number, text: string): readonly LayeredLine[] {
    const rule = this.#rules.get(line);
    const delivered: LayeredLine = {
      ...{ text, origin: 'delivered', line },
      ...(this.#replaced.has(line) ? { isReplaced: true } : rule === undefined ? {} : { rule }),
    };
    return [...(this.#before.get(line) ?? []), delivered];
  }

  /** `to`: the last line of what `base` holds. */
  #layer(
    { base, to }: { readonly base: YamlMap; readonly to: number },
    own: readonly YamlEntry[],
    places: ReadonlyMap<YamlEntry, LineRange>,
  ): void {
    const ranges = rangesOf(base.entries, this.#delivered, to);
    for (const entry of own) {
      const below = base.entries.find(({ name }) => name === entry.name);
      const place = places.get(entry);
      if (place === undefined) continue;
      const range = below && ranges.get(below);
      if (below === undefined || range === undefined) this.#put(to + 1, place);
      else this.#layerEntry(below, range, entry, place);
    }
  }

  #layerEntry(base: YamlEntry, range: LineRange, own: YamlEntry, place: LineRange): void {
    if (clauseSections.includes(own.name)) this.#layerClauses(base, range, own, place);
    else if (own.name === 'ignore') this.#put(range.to + 1, place);
    else if (base.value.kind !== 'map' || replacesRule(own.value)) {
      this.#put(base.line, place);
      this.#replace({ ...range, from: base.line });
    } else if (own.value.kind === 'map' && own.value.line > own.line)
      this.#layer(
        { base: base.value, to: range.to },
        own.value.entries,
        rangesOf(own.value.entries, this.#own, place.to),
      );
    else {
      this.#put(base.line + 1, place);
      this.#replaceBelow(base.value, own.value, range.to);
    }
  }

  /** Of one's own in braces, which stand on their lines as they are. */
  #replaceBelow(base: YamlMap, own: YamlNode, to: number): void {
    const ranges = rangesOf(base.entries, this.#delivered, to);
    for (const entry of own.kind === 'map' ? own.entries : []) {
      const below = base.entries.find(({ name }) => name === entry.name);
      const range = below && ranges.get(below);
      if (below === undefined || range === undefined) continue;
      if (below.value.kind !== 'map' || replacesRule(entry.value))
        this.#replace({ ...range, from: below.line });
      else this.#replaceBelow(below.value, entry.value, range.to);
    }
  }

  /** By their codes. */
  #layerClauses(base: YamlEntry, range: LineRange, own: YamlEntry, place: LineRange): void {
    this.#put(base.line + 1, { ...place, from: Math.min(place.to, own.line + 1) });
    if (base.value.kind !== 'list' || own.value.kind !== 'list') return;
    const codes = new Set(own.value.items.map(clauseCodeOf));
    const { items } = base.value;
    for (const [n, item] of items.entries())
      if (codes.has(clauseCodeOf(item)))
        this.#replace({ from: item.line, to: (items[n + 1]?.line ?? range.to + 1) - 1 });
  }

  #put(before: number, { from, to }: LineRange): void {
    const lines = this.#own.slice(from - 1, to).map((text, n): LayeredLine => {
      return { text, origin: 'own', line: from + n };
    });
    this.#before.set(before, [...(this.#before.get(before) ?? []), ...lines]);
  }

  #replace({ from, to }: LineRange): void {
    for (let line = from; line <= to; line += 1) this.#replaced.add(line);
  }

  /** Rules on lines of their own: what they say can be copied. */
  #nameRules(map: YamlMap, to: number, path: readonly string[]): void {
    for (const [entry, range] of rangesOf(map.entries, this.#delivered, to)) {
      const names = [...path, entry.name];
      if (entry.value.kind === 'map' && leadsDown(entry)) this.#nameRules(entry.value, range.to, names);
      else for (let line = entry.line; line <= range.to; line += 1) this.#rules.set(line, names);
    }
  }
}

/** A delivered rule as it is to be put into one's own mapping. Undefined: there is none on lines of its own. Pure. */
export function copyRule(delivered: string, path: readonly string[]): NewRule | undefined {
  const lines = delivered.split('\n');
  let [map, to]: [YamlNode | undefined, number] = [parseYaml(delivered).value, lastFilled(lines)];
  for (const [depth, name] of path.entries()) {
    const [entry, range] =
      map?.kind === 'map'
        ? ([...rangesOf(map.entries, lines, to)].find(([one]) => one.name === name) ?? [])
        : [];
    if (entry === undefined || range === undefined) return undefined;
    if (depth === path.length - 1) return { path, lines: outdent(lines.slice(entry.line - 1, range.to)) };
    if (!leadsDown(entry)) return undefined;
    [map, to] = [entry.value, range.to];
  }
  return undefined;
}

/** A list of values as the delivered mapping fills it, with one more expression behind; undefined: it has no such list. */
export function extendList(
  delivered: string,
  path: readonly string[],
  expression: string,
): NewRule | undefined {
  const [first = '', ...items] = copyRule(delivered, path)?.lines ?? [];
  const one = JSON.stringify(expression);
  const [, before] = /^(.*: \[ .*) \]\s*(?:#.*)?$/.exec(first) ?? [];
  if (before !== undefined) return { path, lines: [`${before}, ${one} ]`] };
  const [, indent] = /^( *)- /.exec(items.find((line) => !/^\s*#/.test(line)) ?? '') ?? [];
  return indent === undefined ? undefined : { path, lines: [first, ...items, `${indent}- ${one}`] };
}

/** As they stand where nothing is indented. */
function outdent(lines: readonly string[]): readonly string[] {
  const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  const filled = lines.slice(0, lastFilled(lines));
  return filled.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)));
}

/** Its rules stand on the lines below. */
const leadsDown = ({ line, value }: YamlEntry): boolean =>
  value.kind === 'map' && value.line > line && !replacesRule(value);

const lastFilled = (lines: readonly string[]): number =>
  lines.findLastIndex((line) => line.trim() !== '') + 1;

/** Lines of each entry, with the remarks above it; `to`: the last line of all. */
function rangesOf(
  entries: readonly YamlEntry[],
  lines: readonly string[],
  to: number,
): ReadonlyMap<YamlEntry, LineRange> {
  const starts = entries.map(({ line }) => startOf(line, lines));
  return new Map(
    entries.map((entry, n) => [entry, { from: starts[n] ?? entry.line, to: (starts[n + 1] ?? to + 1) - 1 }]),
  );
}

function startOf(line: number, lines: readonly string[]): number {
  let first = line;
  while (first > 1 && /^\s*(#|$)/.test(lines[first - 2] ?? '')) first -= 1;
  return first;
}
