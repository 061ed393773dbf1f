import { applyExtends } from '../../mapping/files/apply-extends.ts';
import { findEntry, parseYaml, type YamlNode } from '../../mapping/files/mapping-yaml.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import type { CodedStep, SamplePlace, SegmentGroup } from './list-places.ts';

/** What of a delivered mapping a person can give another source, without knowing its rules. */

/** Where a rule stands in a mapping, from the outermost names on. */
type RulePath = readonly string[];

interface ValueSlot {
  /** What a value is that goes there. */
  readonly meaning: string;
  readonly at: RulePath;
}

const item = ['target', 'cac:OrderLine', 'cac:LineItem', 'cac:Item'];

/** In the order in which they are offered. A mapping has those whose rule it has. */
const valueSlots: readonly ValueSlot[] = [
  { meaning: 'number', at: ['variables', 'number'] },
  { meaning: 'date', at: ['target', 'cbc:IssueDate'] },
  { meaning: 'supplier', at: ['variables', 'sellerAccount'] },
  { meaning: 'currency', at: ['variables', 'currency'] },
  { meaning: 'reference', at: ['target', 'cbc:CustomerReference'] },
  { meaning: 'contract', at: ['variables', 'contract'] },
  { meaning: 'project', at: ['variables', 'project'] },
  { meaning: 'note', at: ['target', 'cbc:Note'] },
  { meaning: 'position', at: ['target', 'cac:OrderLine', 'cac:LineItem', 'cbc:ID'] },
  { meaning: 'item', at: [...item, 'cac:BuyersItemIdentification', 'cbc:ID'] },
  { meaning: 'revision', at: [...item, 'cac:BuyersItemIdentification', 'cbc:ExtendedID'] },
  { meaning: 'supplierItem', at: [...item, 'cac:SellersItemIdentification', 'cbc:ID'] },
  { meaning: 'manufacturerItem', at: [...item, 'cac:ManufacturersItemIdentification', 'cbc:ID'] },
  { meaning: 'description', at: [...item, 'cbc:Name'] },
  { meaning: 'quantity', at: ['target', 'cac:OrderLine', '$let', 'quantity'] },
  { meaning: 'unit', at: ['target', 'cac:OrderLine', '$let', 'uom'] },
];
const lineNote: RulePath = ['target', 'cac:OrderLine', 'cbc:Note'];

interface GroupSlot {
  /** What segments of a code are. */
  readonly role: string;
  readonly at: RulePath;
  /** codes: the rule lists the codes of those elements, the first that is there counts. */
  readonly lists?: Pick<CodedStep, 'name' | 'at'>;
}

const groupSlots: readonly GroupSlot[] = [
  { role: 'buyer', at: ['variables', 'buyer'] },
  { role: 'supplier', at: ['variables', 'seller'] },
  { role: 'invoicee', at: ['variables', 'invoicee'] },
  { role: 'place', at: ['variables', 'place'] },
  { role: 'delivery', at: ['variables', 'requests'], lists: { name: 'DTM', at: 'C507/e2005' } },
  { role: 'delivery', at: ['variables', 'day'] },
  { role: 'delivery', at: ['target', 'cac:OrderLine', '$let', 'lineDay'] },
  { role: 'price', at: ['variables', 'priceKinds'], lists: { name: 'gPRI', at: 'PRI/C509/e5125' } },
];

/** A rule of one's own in the place of a delivered one, and what it says. */
export interface SlotRule {
  readonly at: RulePath;
  /** An expression, or a list of them. */
  readonly rule: string | readonly string[];
}

/** The delivered mapping that a format's own extends. */
export class DeliveredSlots {
  readonly #whole: YamlNode;
  /** The element of a line: `gLIN`. */
  readonly #lines: string;

  constructor(whole: YamlNode) {
    this.#whole = whole;
    this.#lines = textAt(whole, ['target', 'cac:OrderLine', '$each']) ?? '';
  }

  /** Undefined: the mapping cannot be read. `text`: of the mapping of one's own, that says what it extends. */
  static open(
    text: string,
    { folders, files }: Pick<DraftTools, 'folders' | 'files'>,
  ): DeliveredSlots | undefined {
    const own = parseYaml(text).value;
    const whole = own && applyExtends(own, '', { folders, files }).yaml;
    return whole && new DeliveredSlots(whole);
  }

  /** What a value may be. */
  get meanings(): readonly string[] {
    return valueSlots
      .filter(({ at }) => entryAt(this.#whole, at) !== undefined)
      .map(({ meaning }) => meaning);
  }

  isOfLine({ id }: Pick<SamplePlace, 'id'>): boolean {
    return this.#lines !== '' && this.#isLineStep(id.split('/')[0] ?? '');
  }

  /** What segments of that code may be. */
  rolesOf({ coded }: Pick<SegmentGroup, 'coded'>): readonly string[] {
    if (coded === undefined) return [];
    const fitting = groupSlots.filter((slot) => this.#writeGroupRule(slot, coded) !== undefined);
    return [...new Set(fitting.map(({ role }) => role))];
  }

  /** The rules that give segments of that code that role. */
  rulesOfGroup({ coded }: Pick<SegmentGroup, 'coded'>, role: string): readonly SlotRule[] {
    if (coded === undefined) return [];
    return groupSlots.flatMap((slot) =>
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
      const at = valueSlots.find((slot) => slot.meaning === meaning)?.at;
      if (at === undefined || entryAt(this.#whole, at) === undefined) return [];
      const first = `(${this.#pathFor(place, at)})[normalize-space(.) != ''][1]`;
      return [{ at, rule: meaning === 'date' ? `${first}/substring-before(concat(., 'T'), 'T')` : first }];
    });
    return [...single, ...this.#noteRules(notes.map(([place]) => place))];
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
