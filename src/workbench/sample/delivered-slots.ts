import type { DraftedKind } from '../../formats/infer/drafted-kinds.ts';
import { applyExtends } from '../../mapping/files/apply-extends.ts';
import { findEntry, parseYaml, type YamlNode } from '../../mapping/files/mapping-yaml.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import {
  type DocumentSlots,
  type GroupSlot,
  type RulePath,
  slotsByKind,
  type ValueSlot,
} from './document-slots.ts';
import type { CodedStep, SamplePlace, SegmentGroup } from './list-places.ts';

/** What of a delivered mapping a person can give another source, without knowing its rules. */

const lineNote: RulePath = ['target', 'cac:OrderLine', 'cbc:Note'];

/** A rule of one's own in the place of a delivered one, and what it says. */
export interface SlotRule {
  readonly at: RulePath;
  /** An expression, or a list of them. */
  readonly rule: string | readonly string[];
}

/** The delivered mapping that a format's own extends. */
export class DeliveredSlots {
  readonly #whole: YamlNode;
  readonly #slots: DocumentSlots;
  /** The element of a line: `gLIN`. */
  readonly #lines: string;

  constructor(whole: YamlNode, kind: DraftedKind) {
    this.#whole = whole;
    this.#slots = slotsByKind[kind];
    this.#lines = findLineElement(whole);
  }

  /** Undefined: the mapping cannot be read. `text`: of the mapping of one's own, that says what it extends; `kind`: what it makes. */
  static open(
    text: string,
    kind: DraftedKind,
    { folders, files }: Pick<DraftTools, 'folders' | 'files'>,
  ): DeliveredSlots | undefined {
    const own = parseYaml(text).value;
    const whole = own && applyExtends(own, '', { folders, files }).yaml;
    return whole && new DeliveredSlots(whole, kind);
  }

  /** What a value may be. */
  get meanings(): readonly string[] {
    return this.#slots.values
      .filter(({ at }) => entryAt(this.#whole, at) !== undefined)
      .map(({ meaning }) => meaning);
  }

  isOfLine({ id }: Pick<SamplePlace, 'id'>): boolean {
    return this.#lines !== '' && this.#isLineStep(id.split('/')[0] ?? '');
  }

  /** What segments of that code may be. */
  rolesOf({ coded }: Pick<SegmentGroup, 'coded'>): readonly string[] {
    if (coded === undefined) return [];
    const fitting = this.#slots.groups.filter((slot) => this.#writeGroupRule(slot, coded) !== undefined);
    return [...new Set(fitting.map(({ role }) => role))];
  }

  /** The rules that give segments of that code that role. */
  rulesOfGroup({ coded }: Pick<SegmentGroup, 'coded'>, role: string): readonly SlotRule[] {
    if (coded === undefined) return [];
    return this.#slots.groups.flatMap((slot) =>
      slot.role === role ? (this.#writeGroupRule(slot, coded) ?? []) : [],
    );
  }

  /** The rule that takes the value of that place; of several notes one rule for all. */
  rulesOfValues(meant: readonly (readonly [place: SamplePlace, meaning: string])[]): readonly SlotRule[] {
    const [notes, others] = [
      meant.filter(([, meaning]) => meaning === 'note'),
      meant.filter(([, meaning]) => meaning !== 'note'),
    ];
    const single = others.flatMap(([place, meaning]): readonly SlotRule[] => {
      const slot = this.#slots.values.find((one) => one.meaning === meaning);
      return slot === undefined || entryAt(this.#whole, slot.at) === undefined
        ? []
        : [{ at: slot.at, rule: this.#writeValueRule(place, slot) }];
    });
    return [...single, ...this.#noteRules(notes.map(([place]) => place))];
  }

  #writeValueRule(place: SamplePlace, { meaning, at, isForEachLine }: ValueSlot): string {
    if (isForEachLine === true && this.isOfLine(place)) {
      const path = place.id.split('/').slice(1).join('/');
      return `for $line in ${this.#lines} return ($line/${path}/normalize-space(.)[. != ''], '')[1]`;
    }
    const first = `(${this.#pathFor(place, at)})[normalize-space(.) != ''][1]`;
    const isDay = meaning === 'date' || meaning === 'responseDate';
    return isDay ? `${first}/substring-before(concat(., 'T'), 'T')` : first;
  }

  #noteRules(places: readonly SamplePlace[]): readonly SlotRule[] {
    return [['target', 'cbc:Note'], lineNote].flatMap((at): readonly SlotRule[] => {
      const own = places.filter((place) => this.isOfLine(place) === (at === lineNote));
      const there = entryAt(this.#whole, at);
      if (own.length === 0) return [];
      const delivered = there?.kind === 'list' ? there.items.flatMap((one) => textOf(one) ?? []) : [];
      return [{ at, rule: [...delivered, ...own.map((place) => this.#pathFor(place, at))] }];
    });
  }

  /** Of a line's rule from the line on. */
  #pathFor(place: SamplePlace, at: RulePath): string {
    if (at[1] !== 'cac:OrderLine') return place.id;
    return this.isOfLine(place) ? place.id.split('/').slice(1).join('/') : `../${place.id}`;
  }

  #isLineStep(step: string): boolean {
    return step === this.#lines || step.startsWith(`${this.#lines}[`);
  }

  /** With that code in the place of the one that the delivered rule has. Undefined: it is about other segments. */
  #writeGroupRule(
    { at, lists }: GroupSlot,
    { name, at: below, code, path }: CodedStep,
  ): SlotRule | undefined {
    const text = textAt(this.#whole, at);
    if (text === undefined) return undefined;
    if (lists !== undefined)
      return name === lists.name && below === lists.at && text.startsWith('(')
        ? { at, rule: `('${code}', ${text.slice(1)}` }
        : undefined;
    if (this.#isLineStep(path.split('/')[0] ?? '') !== (at[1] === 'cac:OrderLine')) return undefined;
    const start = `${name}[${below} = '`;
    const from = text.indexOf(start);
    if (from === -1) return undefined;
    const to = text.indexOf("'", from + start.length);
    return { at, rule: `${text.slice(0, from)}${start}${code}${text.slice(to)}` };
  }
}

function entryAt(node: YamlNode, path: RulePath): YamlNode | undefined {
  let at: YamlNode | undefined = node;
  for (const name of path) at = at?.kind === 'map' ? findEntry(at, name)?.value : undefined;
  return at;
}

const textOf = (node: YamlNode | undefined): string | undefined =>
  node?.kind === 'text' ? node.text.trim() : undefined;

const textAt = (node: YamlNode, path: RulePath): string | undefined => textOf(entryAt(node, path));

/** Of `$lines` that of the variable, whose first name it is. */
function findLineElement(whole: YamlNode): string {
  const each = textAt(whole, ['target', 'cac:OrderLine', '$each']) ?? '';
  const lines = each.startsWith('$') ? (textAt(whole, ['variables', each.slice(1)]) ?? '') : each;
  return /^\w+/.exec(lines)?.[0] ?? '';
}
