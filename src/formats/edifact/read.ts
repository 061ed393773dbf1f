import { buildOwnPhrase } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import { DocumentNode, type ElementNode } from '../../tree/nodes/tree-builder.ts';
import type { Finding, Language } from '../../types.ts';
import type { FileDocument, ReadResult } from '../document-format.ts';
import { readWithinLimits } from '../records/open-document.ts';
import { type CreateEdifactFinding, countNames, edifactFindingCreator } from './findings/catalogue.ts';
import type { GroupMember, SegmentMember } from './guide/message-structure.ts';
import type { EdifactLayout } from './layout.ts';
import type { Segment } from './lexical/lexer.ts';
import { type MessageText, readMessageText, type TextPart } from './message-text.ts';
import { listMissing, type OpenGroup, type SegmentPlacement, SegmentPlacer } from './segment-placer.ts';
import { type PlacedSegment, SegmentTreeBuilder } from './segment-tree.ts';

/** The tree of a message with the places of its file, and all that is wrong with it. */
export function readEdifact(
  document: FileDocument,
  layout: EdifactLayout,
  language: Language = 'en',
): ReadResult {
  const tell = edifactFindingCreator(language);
  return readWithinLimits(() => {
    const text = readMessageText(document, layout, tell);
    return 'problems' in text ? { findings: text.problems } : new MessageReader(text, layout, tell).read();
  }, tell);
}

const serviceSegment = (tag: string): SegmentMember => ({
  kind: 'segment',
  name: tag,
  tag,
  required: true,
  max: 1,
});

class MessageReader {
  readonly #text: MessageText;
  readonly #layout: EdifactLayout;
  readonly #tell: CreateEdifactFinding;
  readonly #tree: SegmentTreeBuilder;
  readonly #findings: FindingList;
  #places!: SegmentPlacer<GroupElement>;

  constructor(text: MessageText, layout: EdifactLayout, tell: CreateEdifactFinding) {
    this.#text = text;
    this.#layout = layout;
    this.#tell = tell;
    this.#findings = new FindingList(tell);
    this.#tree = new SegmentTreeBuilder(layout.directory, text.separators, tell);
  }

  read(): ReadResult {
    const { message, unb, ung, findings } = this.#text;
    const segments = locateSegments(message);
    const [unh, ...rest] = segments;
    if (unh === undefined)
      return { findings: [this.#tell('edi-none', { value: '' }, { line: 1, column: 1 })] };
    const name = this.#layout.message.type;
    const root = this.#tree.node(name, unh);
    for (const part of [unb, ung])
      for (const one of part === undefined ? [] : locateSegments(part))
        root.append(this.#tree.segment(one, serviceSegment(one.segment.tag)));
    root.append(this.#tree.segment(unh, serviceSegment('UNH')));
    this.#checkType(unh);
    this.#checkTest(unb);
    this.#body(rest, { node: root, one: unh }, name);
    this.#trailer(segments);
    const tree = new DocumentNode('records', root);
    tree.size = this.#tree.size;
    const all = [...findings, ...this.#findings, ...this.#tree.findings];
    return { tree, findings: all };
  }

  #body(segments: readonly PlacedSegment[], root: GroupElement, name: string): void {
    this.#places = new SegmentPlacer(this.#layout.members, name, root, (open) => this.#closed(open));
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

  #group(one: PlacedSegment, member: GroupMember, parent: GroupElement): void {
    const node = this.#tree.node(member.name, one);
    parent.node.append(node);
    const open = this.#places.enter(member, { node, one });
    const [trigger] = member.members;
    if (trigger?.kind === 'segment') open.made.node.append(this.#tree.segment(one, trigger));
  }

  #tellFault(one: PlacedSegment, { member, open, fault }: SegmentPlacement<GroupElement>): void {
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
    node.addText(placed.text.slice(segment.offset, segment.end));
    parent?.append(node);
  }

  #closed(open: OpenGroup<GroupElement>): void {
    for (const { name } of listMissing(open))
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
  #checkTest(unb: TextPart | undefined): void {
    const [one] = unb === undefined ? [] : locateSegments(unb);
    if (one === undefined || componentsOf(one.segment, 10)[0] !== '1') return;
    if (this.#layout.description.test === 'park') this.#findings.push(this.#tree.at(one)('edi-test'));
  }

  #trailer(segments: readonly PlacedSegment[]): void {
    const [unh, unt] = [segments[0], segments.at(-1)];
    if (unh === undefined || unt === undefined || unt.segment.tag !== 'UNT') return;
    const [count = ''] = componentsOf(unt.segment, 0);
    const [value = ''] = componentsOf(unt.segment, 1);
    const [expected = ''] = componentsOf(unh.segment, 0);
    const what = buildOwnPhrase(countNames.segments);
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
interface GroupElement {
  readonly node: ElementNode;
  readonly one: PlacedSegment;
}

const locateSegments = ({ placed, lexed }: TextPart): readonly PlacedSegment[] =>
  lexed.segments.map((segment, n) => ({ segment, placed, record: placed.record(n) }));

function componentsOf({ elements }: Segment, number: number): readonly string[] {
  return elements.find((one) => one.number === number)?.components.map(({ text }) => text) ?? [];
}
