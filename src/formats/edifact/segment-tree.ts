import { FindingList } from '../../findings/finding-list.ts';
import { ElementNode } from '../../tree/nodes/tree-builder.ts';
import { mostRecordNodes, tooLarge } from '../../tree/nodes/tree-limits.ts';
import type { Finding } from '../../types.ts';
import { readCanonicalValue } from './canonical-value.ts';
import type { CreateEdifactFinding } from './findings/catalogue.ts';
import type { Directory, ElementSlot, ElementPart as PartType } from './guide/directory.ts';
import type { ElementUse, SegmentMember } from './guide/message-structure.ts';
import { renderCodeLabel, renderPartLabel, renderSegmentLabel } from './guide/part-labels.ts';
import type { LocatedText, Segment, SegmentComponent, SegmentElement } from './lexical/lexer.ts';
import type { Separators } from './lexical/separators.ts';
import { joinFalseRepetitions } from './repetitions.ts';
import type { FindingAtSegment } from './segment-placer.ts';

/** A segment at its place in the file. */
export interface PlacedSegment {
  readonly segment: Segment;
  readonly placed: LocatedText;
  /** Number of the segment in the file. */
  readonly record: number;
}

/** Makes elements of segments: composites and values with their places, in canonical form. */
export class SegmentTreeBuilder {
  readonly findings: FindingList;
  size = 0;
  readonly #directory: Directory;
  readonly #separators: Separators;
  readonly #tell: CreateEdifactFinding;

  constructor(directory: Directory, separators: Separators, tell: CreateEdifactFinding) {
    this.#directory = directory;
    this.#separators = separators;
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  /** What its qualifier makes of it: `QTY 21 (ordered quantity)`. */
  label({ segment }: PlacedSegment): string {
    return renderSegmentLabel(this.#directory, segment);
  }

  /** A finding at a segment. */
  at({ placed, segment, record }: PlacedSegment): FindingAtSegment {
    return (code, values) => this.#tell(code, values, { ...placed.positionAt(segment.offset), record });
  }

  node(name: string, { placed, segment, record }: PlacedSegment, offset = segment.offset): ElementNode {
    this.size += 1;
    if (this.size > mostRecordNodes) throw tooLarge(mostRecordNodes, {});
    const { line, column } = placed.positionAt(offset);
    const element = new ElementNode({ prefix: '', localName: name, namespaceURI: null }, line, column);
    element.origin = { record };
    return element;
  }

  /** Throws UnreadableError where the tree would be too large. */
  segment(one: PlacedSegment, member: SegmentMember): ElementNode {
    const made = new SegmentBuilder(this, this.#directory, this.#separators, one, member).make();
    return made;
  }
}

/** Makes one segment. */
class SegmentBuilder {
  readonly #tree: SegmentTreeBuilder;
  readonly #directory: Directory;
  readonly #separators: Separators;
  readonly #one: PlacedSegment;
  readonly #member: SegmentMember;
  readonly #label: string;
  readonly #seen = new Set<string>();
  /** Elements of each name so far. */
  readonly #counts = new Map<string, number>();

  constructor(
    tree: SegmentTreeBuilder,
    directory: Directory,
    separators: Separators,
    one: PlacedSegment,
    member: SegmentMember,
  ) {
    this.#tree = tree;
    this.#directory = directory;
    this.#separators = separators;
    this.#one = one;
    this.#member = member;
    this.#label = tree.label(one);
  }

  make(): ElementNode {
    const { segment } = this.#one;
    const node = this.#tree.node(segment.tag, this.#one);
    const slots = this.#directory.segments.get(segment.tag)?.slots ?? [];
    const sign = this.#separators.repetition ?? '';
    const { elements, texts } = joinFalseRepetitions(segment.elements, slots, sign);
    for (const { component, number } of texts) this.#repeated(component, number, sign);
    for (const element of elements) {
      const slot = slots[element.number];
      if (slot === undefined) this.#unknown(element.components[0], element.number);
      else this.#slot(node, slot, element, slots);
    }
    for (const [number, slot] of slots.entries())
      if (slot.required && !elements.some((one) => one.number === number)) this.#missing(slot, number);
    this.#defaults(node);
    return node;
  }

  /** An empty one before a repeated one keeps its place. */
  #slot(node: ElementNode, slot: ElementSlot, element: SegmentElement, slots: readonly ElementSlot[]): void {
    const before = slots.slice(0, element.number).filter(({ name }) => name === slot.name);
    const there = this.#counts.get(slot.name) ?? 0;
    for (let n = there; n < before.length; n += 1) node.append(this.#node(slot.name, element.components[0]));
    this.#counts.set(slot.name, Math.max(there, before.length) + 1);
    if (slot.isComposite) this.#composite(node, slot, element);
    else {
      const [first, ...more] = element.components;
      const [part] = slot.parts;
      if (first !== undefined && part !== undefined) this.#part(node, part, first, element, slot);
      for (const one of more) if (one.text !== '') this.#unknown(one, element.number);
    }
  }

  #composite(node: ElementNode, slot: ElementSlot, element: SegmentElement): void {
    const composite = this.#node(slot.name, element.components[0]);
    node.append(composite);
    for (const [at, component] of element.components.entries()) {
      const part = slot.parts[at];
      if (component.text === '') this.#emptyPart(composite, slot, element, at);
      else if (part === undefined) this.#unknown(component, element.number, at);
      else this.#part(composite, part, component, element, slot, at);
    }
    for (const [at, part] of slot.parts.entries())
      if (part.required && (element.components[at]?.text ?? '') === '')
        this.#told('edi-part-missing', element.components[0], {
          name: this.#name(part, element.number, at, slot),
        });
  }

  /** Of several with one name, when a later one is filled. */
  #emptyPart(composite: ElementNode, slot: ElementSlot, element: SegmentElement, at: number): void {
    const part = slot.parts[at];
    const isFilled = (later: SegmentComponent, n: number) =>
      n > at && later.text !== '' && slot.parts[n]?.name === part?.name;
    if (part !== undefined && element.components.some(isFilled))
      composite.append(this.#node(part.name, element.components[at]));
  }

  #part(
    parent: ElementNode,
    part: PartType,
    component: SegmentComponent,
    element: SegmentElement,
    slot: ElementSlot,
    at = 0,
  ): void {
    const label = this.#name(part, element.number, at, slot);
    const path = slot.isComposite ? `${slot.name}/${part.name}` : part.name;
    const use = this.#member.uses?.get(path);
    this.#seen.add(path);
    const form = part.number === '2380' ? { dateForm: element.components[at + 1]?.text.trim() } : {};
    const value = readCanonicalValue(
      part,
      component,
      { decimal: this.#separators.decimal, label, use, ...form },
      (found) => this.#tree.findings.push(found),
      (code, values) => this.#finding(code, component, values, label),
    );
    if (value === undefined) return;
    if (value === '' && component.text !== '') return;
    this.#checkUse(part, value, component, label, use);
    const node = this.#node(part.name, component);
    const written = component.written ?? component.text;
    node.origin = {
      record: this.#one.record,
      field: `${this.#label}, ${label}`,
      ...(written === value ? {} : { written }),
    };
    node.addText(value);
    parent.append(node);
  }

  #checkUse(
    { number }: PartType,
    value: string,
    component: SegmentComponent,
    name: string,
    use: ElementUse | undefined,
  ): void {
    if (use?.codes === undefined || use.codes.includes(value)) return;
    const known = use.codes.map((code) => renderCodeLabel(this.#directory, number, code)).join(', ');
    this.#told('edi-code', component, {
      value: renderCodeLabel(this.#directory, number, value),
      name,
      known,
    });
  }

  /** What the guide says that must be there, and what an absent value means. */
  #defaults(node: ElementNode): void {
    for (const [path, use] of this.#member.uses ?? []) {
      if (this.#seen.has(path)) continue;
      const [first = '', second] = path.split('/');
      if (use.default !== undefined && second === undefined) {
        const made = this.#node(first, undefined);
        made.addText(use.default);
        made.origin = { record: this.#one.record, written: '' };
        node.append(made);
      } else if (use.required)
        this.#tree.findings.push(
          this.#tree.at(this.#one)('field-missing', { name: `${this.#label}, ${path}` }),
        );
    }
  }

  #missing(slot: ElementSlot, number: number): void {
    const [part] = slot.parts;
    if (part === undefined) return;
    const name = `${this.#label}, ${this.#name(part, number, 0, slot)}`;
    this.#tree.findings.push(this.#tree.at(this.#one)('edi-part-missing', { name }));
  }

  #unknown(component: SegmentComponent | undefined, element: number, at?: number): void {
    const place = `${element + 1}${at === undefined ? '' : `.${at + 1}`}`;
    const values = { value: component?.text ?? '', name: this.#label, place };
    if (component !== undefined) this.#told('edi-part-unknown', component, values);
  }

  #repeated(component: SegmentComponent, element: number, value: string): void {
    this.#told('edi-repetition', component, { value, name: this.#label, place: `${element + 1}` });
  }

  #told(
    code: Parameters<CreateEdifactFinding>[0],
    component: SegmentComponent | undefined,
    values: Parameters<CreateEdifactFinding>[1],
  ): void {
    this.#tree.findings.add(code, () => this.#finding(code, component, values));
  }

  #finding(
    code: Parameters<CreateEdifactFinding>[0],
    component: SegmentComponent | undefined,
    values: Parameters<CreateEdifactFinding>[1] = {},
    name = values.name,
  ): Finding {
    const { placed, segment, record } = this.#one;
    const isNamed = typeof name === 'string' && !name.startsWith(this.#label);
    const field = isNamed ? `${this.#label}, ${name}` : this.#label;
    const found = this.#tree.at(this.#one)(code, { ...values, name: field });
    return { ...found, ...placed.positionAt(component?.offset ?? segment.offset), record, field };
  }

  #name(part: PartType, element: number, at: number, slot: ElementSlot): string {
    return renderPartLabel(part, element, at, slot.isComposite);
  }

  #node(name: string, component: SegmentComponent | undefined): ElementNode {
    return this.#tree.node(name, this.#one, component?.offset);
  }
}
