import { FindingList } from '../../findings/finding-list.ts';
import { phrase, type Tell, teller } from '../../findings/messages.ts';
import { DocumentNode, type ElementNode } from '../../tree/build.ts';
import type { Finding, Language } from '../../types.ts';
import type { Document, Read } from '../interface.ts';
import { readWithin } from '../records/open-document.ts';
import type { EdifactLayout } from './layout.ts';
import type { Segment } from './lexer.ts';
import { type MessageText, messageText, type Part } from './message.ts';
import { type Found, missingIn, type OpenGroup, Places } from './place.ts';
import { type PlacedSegment, SegmentTree } from './segment-tree.ts';
import type { GroupMember, SegmentMember } from './structure.ts';

/** The tree of a message with the places of its file, and all that is wrong with it. */
export function readEdifact(document: Document, layout: EdifactLayout, language: Language = 'en'): Read {
  const tell = teller(language);
  return readWithin(() => {
    const text = messageText(document, layout, tell);
    return 'problems' in text ? { findings: text.problems } : new MessageReader(text, layout, tell).read();
  }, tell);
}

const service = (tag: string): SegmentMember => ({ kind: 'segment', name: tag, tag, required: true, max: 1 });

class MessageReader {
  readonly #text: MessageText;
  readonly #layout: EdifactLayout;
  readonly #tell: Tell;
  readonly #tree: SegmentTree;
  readonly #findings: FindingList;
  #places!: Places<Made>;

  constructor(text: MessageText, layout: EdifactLayout, tell: Tell) {
    this.#text = text;
    this.#layout = layout;
    this.#tell = tell;
    this.#findings = new FindingList(tell);
    this.#tree = new SegmentTree(layout.directory, text.separators, tell);
  }

  read(): Read {
    const { message, unb, ung, findings } = this.#text;
    const segments = placedSegments(message);
    const [unh, ...rest] = segments;
    if (unh === undefined)
      return { findings: [this.#tell('edi-none', { value: '' }, { line: 1, column: 1 })] };
    const name = this.#layout.message.type;
    const root = this.#tree.node(name, unh);
    for (const part of [unb, ung])
      for (const one of part === undefined ? [] : placedSegments(part))
        root.append(this.#tree.segment(one, service(one.segment.tag)));
    root.append(this.#tree.segment(unh, service('UNH')));
    this.#checkType(unh);
    this.#checkTest(unb);
    this.#body(rest, { node: root, one: unh }, name);
    this.#trailer(segments);
    const tree = new DocumentNode('records', root);
    tree.size = this.#tree.size;
    const all = [...findings, ...this.#findings, ...this.#tree.findings];
    return { tree, findings: all };
  }

  #body(segments: readonly PlacedSegment[], root: Made, name: string): void {
    this.#places = new Places(this.#layout.members, name, root, (open) => this.#closed(open));
    for (const one of segments.slice(0, -1)) this.#segment(one);
    this.#places.end();
  }

  #segment(one: PlacedSegment): void {
    // the parts of a message of old: only what begins the summary says something
    if (one.segment.tag === 'UNS' && one.segment.elements[0]?.components[0]?.text === 'D') return;
    const found = this.#places.find(one.segment.tag);
    if (found === undefined) {
      this.#unexpected(one);
      return;
    }
    this.#tellFault(one, found);
    const { member, open } = found;
    if (member.kind === 'segment') open.made.node.append(this.#tree.segment(one, member));
    else this.#group(one, member, open.made);
  }

  #group(one: PlacedSegment, member: GroupMember, parent: Made): void {
    const node = this.#tree.node(member.name, one);
    parent.node.append(node);
    const open = this.#places.enter(member, { node, one });
    const [trigger] = member.members;
    if (trigger?.kind === 'segment') open.made.node.append(this.#tree.segment(one, trigger));
  }

  #tellFault(one: PlacedSegment, { member, open, fault }: Found<Made>): void {
    const here = this.#tree.at(one);
    const values = { name: this.#tree.label(one), parent: open.member.name, most: member.max };
    if (fault === 'too-many') this.#findings.push(this.#orderly(here('edi-too-many', values)));
    if (fault === 'order') this.#findings.push(this.#orderly(here('edi-order', values)));
    if (member.outside) this.#findings.push(here('edi-not-in-guide', values));
  }

  /** Of what stands otherwise than the message has it. */
  #orderly(found: Finding): Finding {
    return this.#layout.description.lexical.order === 'strict' ? { ...found, severity: 'error' } : found;
  }

  /** Kept with its text, so that a mapping can read it and the loss report counts it. */
  #unexpected(one: PlacedSegment): void {
    const parent = this.#places.innermost?.made.node;
    const { segment, placed } = one;
    const values = { name: this.#tree.label(one), parent: parent?.nodeName ?? '' };
    this.#findings.add('edi-unexpected', () => this.#orderly(this.#tree.at(one)('edi-unexpected', values)));
    const node = this.#tree.node('unexpected', one);
    node.text(placed.text.slice(segment.offset, segment.end));
    parent?.append(node);
  }

  #closed(open: OpenGroup<Made>): void {
    for (const { name } of missingIn(open))
      this.#findings.push(this.#tree.at(open.made.one)('record-missing', { name, parent: open.member.name }));
  }

  #checkType(unh: PlacedSegment): void {
    const components = componentsOf(unh.segment, 1);
    const [type = '', version = '', release = ''] = components;
    const { message } = this.#layout;
    // some write 0 for the draft directories' D
    const isVersion = version === message.version || version === '0';
    if (type === message.type && isVersion && release === message.release) return;
    const values = {
      value: components.slice(0, 3).join(':'),
      expected: `${message.type}:${message.version}:${message.release}`,
    };
    this.#findings.push(
      this.#tree.at(unh)(type === message.type ? 'edi-release-other' : 'edi-type-other', values),
    );
  }

  /** UNB 0035: it was sent to try. */
  #checkTest(unb: Part | undefined): void {
    const [one] = unb === undefined ? [] : placedSegments(unb);
    if (one === undefined || componentsOf(one.segment, 10)[0] !== '1') return;
    if (this.#layout.description.test === 'park') this.#findings.push(this.#tree.at(one)('edi-test'));
  }

  #trailer(segments: readonly PlacedSegment[]): void {
    const [unh, unt] = [segments[0], segments.at(-1)];
    if (unh === undefined || unt === undefined || unt.segment.tag !== 'UNT') return;
    const [count = ''] = componentsOf(unt.segment, 0);
    const [value = ''] = componentsOf(unt.segment, 1);
    const [expected = ''] = componentsOf(unh.segment, 0);
    const what = phrase('counts-segments');
    const here = this.#tree.at(unt);
    if (!/^\d{1,9}$/.test(count) || Number(count) !== segments.length)
      this.#counted(here('edi-count', { name: 'UNT', value: count, what, count: segments.length }));
    if (value !== expected)
      this.#counted(here('edi-reference', { name: 'UNT', value, other: 'UNH', expected }));
  }

  #counted(found: Finding): void {
    const isTold = this.#layout.description.lexical.counts === 'warn';
    this.#findings.push(isTold ? { ...found, severity: 'warning' } : found);
  }
}

/** A group as an element, with the segment that began it. */
interface Made {
  readonly node: ElementNode;
  readonly one: PlacedSegment;
}

const placedSegments = ({ placed, lexed }: Part): readonly PlacedSegment[] =>
  lexed.segments.map((segment, n) => ({ segment, placed, record: placed.record(n) }));

function componentsOf({ elements }: Segment, number: number): readonly string[] {
  return elements.find((one) => one.number === number)?.components.map(({ text }) => text) ?? [];
}
