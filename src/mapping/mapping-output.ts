import type { Formats, WriteEnvelope, WriteResult } from '../formats/document-format.ts';
import { requireFormat } from '../formats/find-format.ts';
import { type ExportedOrder, readExportedOrder } from '../negotiation/exported-order.ts';
import type { LineSelection } from '../negotiation/select-lines.ts';
import { writeJson } from '../tree/json/write-json.ts';
import type { TreeDocument } from '../tree/nodes/tree-node.ts';
import { checkNothingOpen } from '../tree/open-parts.ts';
import { computeLocalDateTime } from '../tree/values/date.ts';
import { fingerprint } from '../tree/values/fingerprint.ts';
import type { TargetObject } from '../tree/values/target-tree.ts';
import type { Language } from '../types.ts';
import { moveLinesInside } from './lines-inside.ts';
import type { Mapping, MappingContext, MappingResult } from './mapping.ts';
import { isFormatDocument } from './models/document-models.ts';
import { collectKeyedItems, omitUnchanged } from './run/keyed-items.ts';

/**
 * All that decides what a mapping makes of a document. Production has it from the journal, `map try` and fixtures have it from files;
 * from here on it is one way for all.
 */
export interface MappingInput {
  readonly mapping: Mapping;
  readonly tree: TreeDocument;
  readonly context: MappingContext;
  /** Does the other side hold an item just so? Then an `$omit` list leaves it out. */
  holds(key: string, fingerprint: string): boolean;
  /** Of an order with compared lines: which of them go. */
  select?(order: ExportedOrder): LineSelection;
}

/** What a mapping made. */
export interface MappingOutput {
  readonly result: MappingResult;
  /** Absent when there is no target. */
  readonly document?: OutputDocument;
}

export interface OutputDocument {
  readonly target: TargetObject;
  /** Without volatile leaves. */
  readonly fingerprint: string;
  /** Fingerprints of the items of keyed lists, by key. */
  readonly items: ReadonlyMap<string, string>;
  /** What is written: the target without what the other side holds. */
  readonly payload: TargetObject;
  /** There are keyed items, and the other side holds all of them. */
  readonly isAllHeld: boolean;
  /** Of an order whose lines are compared by value. */
  readonly compared?: ComparedOrder;
}

export interface ComparedOrder {
  readonly order: ExportedOrder;
  readonly selection: LineSelection;
}

/** `result`: of a run that somebody has watched already. */
export function buildOutput(
  input: MappingInput,
  result: MappingResult = stopOpenDocument(input) ?? input.mapping.run(input.tree, input.context),
): MappingOutput {
  return result.target === undefined ? { result } : { result, document: wholeOf(input, result.target) };
}

/** A document with open parts is whole enough for other documents, and never for the exchange. */
export function stopOpenDocument({
  mapping,
  tree,
  context,
}: Pick<MappingInput, 'mapping' | 'tree' | 'context'>): MappingResult | undefined {
  const open = isFormatDocument(mapping.to) ? undefined : checkNothingOpen(tree, context.language);
  return open && { stop: { as: 'parked', finding: open }, findings: [] };
}

/** The exchange takes no order without lines: where the header alone changed, it goes with all of them. */
function wholeOf(input: MappingInput, target: TargetObject): OutputDocument {
  const { mapping, context, holds } = input;
  const items = collectKeyedItems(target);
  const compared = compareOrder(input, target);
  const isHeld = compared ? (key: string) => !compared.selection.sent.has(key) : holds;
  const left = items.size === 0 ? target : omitUnchanged(target, isHeld);
  const nothingNew = items.size > 0 && collectKeyedItems(left).size === 0;
  const sent = nothingNew && isFormatDocument(mapping.from) && !compared ? target : left;
  const news = context.channel.linesPlacement === 'inside' ? moveLinesInside(sent) : sent;
  let print: string | undefined;
  return {
    target,
    // of a document in the middle of a chain nobody asks for it
    get fingerprint() {
      print ??= fingerprint(target);
      return print;
    },
    items,
    payload: news,
    isAllHeld: nothingNew,
    ...(compared ? { compared } : {}),
  };
}

function compareOrder({ select }: MappingInput, target: TargetObject): ComparedOrder | undefined {
  const order = select && readExportedOrder(target);
  return order && { order, selection: select(order) };
}

export interface TargetWriteOptions {
  readonly language?: Language;
  /** What the envelope of a file needs, for formats that have one. */
  readonly envelope?: WriteEnvelope;
  /** Blanks a level of JSON; all on one line without it. */
  readonly indent?: number;
}

/** A target as bytes: JSON for the exchange, else a document of its format. */
export function writeTarget(
  target: TargetObject,
  to: string,
  formats: Formats,
  { language, indent, envelope }: TargetWriteOptions = {},
): WriteResult {
  if (isFormatDocument(to)) {
    const options = {
      ...(language === undefined ? {} : { language }),
      ...(envelope === undefined ? {} : { envelope }),
    };
    return requireFormat(formats, to).write(target, options);
  }
  return { bytes: new TextEncoder().encode(writeJson(target, indent)), findings: [] };
}

/** What a file that is written under a context has in its envelope: the number of its message, the local time. */
export function buildWriteEnvelope({ sequence = 1, now, channel }: MappingContext): WriteEnvelope {
  return { sequence, at: computeLocalDateTime(now, channel.timeZone ?? 'UTC') ?? now };
}
