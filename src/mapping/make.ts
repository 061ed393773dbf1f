import { formatOf } from '../formats/find.ts';
import type { Formats, WriteEnvelope, Written } from '../formats/interface.ts';
import { type ExportedOrder, readExportedOrder } from '../negotiation/exported-order.ts';
import type { LineSelection } from '../negotiation/select-lines.ts';
import { localDateTime } from '../tree/date.ts';
import { fingerprint } from '../tree/fingerprint.ts';
import type { TreeDocument } from '../tree/node.ts';
import { leftOpenFinding } from '../tree/open-parts.ts';
import type { OutObject } from '../tree/out.ts';
import { writeJson } from '../tree/write-json.ts';
import type { Language } from '../types.ts';
import type { Mapping, MappingContext, MappingResult } from './interface.ts';
import { keyedItems, omitUnchanged } from './keyed.ts';
import { isDocument } from './models/documents.ts';
import { linesInside } from './placement.ts';

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
export interface Made {
  readonly result: MappingResult;
  /** Absent when there is no target. */
  readonly whole?: Whole;
}

export interface Whole {
  readonly target: OutObject;
  /** Without volatile leaves. */
  readonly fingerprint: string;
  /** Fingerprints of the items of keyed lists, by key. */
  readonly items: ReadonlyMap<string, string>;
  /** What is written: the target without what the other side holds. */
  readonly news: OutObject;
  /** There are keyed items, and the other side holds all of them. */
  readonly nothingNew: boolean;
  /** Of an order whose lines are compared by value. */
  readonly compared?: ComparedOrder;
}

export interface ComparedOrder {
  readonly order: ExportedOrder;
  readonly selection: LineSelection;
}

/** `result`: of a run that somebody has watched already. */
export function make(
  input: MappingInput,
  result: MappingResult = heldBack(input) ?? input.mapping.run(input.tree, input.context),
): Made {
  return result.target === undefined ? { result } : { result, whole: wholeOf(input, result.target) };
}

/** A document with open parts is whole enough for other documents, and never for the exchange. */
function heldBack({ mapping, tree, context }: MappingInput): MappingResult | undefined {
  const open = isDocument(mapping.to) ? undefined : leftOpenFinding(tree, context.language);
  return open && { stop: { as: 'parked', finding: open }, findings: [] };
}

/** The exchange takes no order without lines: where the header alone changed, it goes with all of them. */
function wholeOf(input: MappingInput, target: OutObject): Whole {
  const { mapping, context, holds } = input;
  const items = keyedItems(target);
  const compared = comparedOrder(input, target);
  const isHeld = compared ? (key: string) => !compared.selection.sent.has(key) : holds;
  const left = items.size === 0 ? target : omitUnchanged(target, isHeld);
  const nothingNew = items.size > 0 && keyedItems(left).size === 0;
  const sent = nothingNew && isDocument(mapping.from) && !compared ? target : left;
  const news = context.channel.linesPlacement === 'inside' ? linesInside(sent) : sent;
  let print: string | undefined;
  return {
    target,
    // of a document in the middle of a chain nobody asks for it
    get fingerprint() {
      print ??= fingerprint(target);
      return print;
    },
    items,
    news,
    nothingNew,
    ...(compared ? { compared } : {}),
  };
}

function comparedOrder({ select }: MappingInput, target: OutObject): ComparedOrder | undefined {
  const order = select && readExportedOrder(target);
  return order && { order, selection: select(order) };
}

export interface WriteOptions {
  readonly language?: Language;
  /** What the envelope of a file needs, for formats that have one. */
  readonly envelope?: WriteEnvelope;
  /** Blanks a level of JSON; all on one line without it. */
  readonly indent?: number;
}

/** A target as bytes: JSON for the exchange, else a document of its format. */
export function writeTarget(
  target: OutObject,
  to: string,
  formats: Formats,
  { language, indent, envelope }: WriteOptions = {},
): Written {
  if (isDocument(to)) {
    const options = {
      ...(language === undefined ? {} : { language }),
      ...(envelope === undefined ? {} : { envelope }),
    };
    return formatOf(formats, to).write(target, options);
  }
  return { bytes: new TextEncoder().encode(writeJson(target, indent)), findings: [] };
}

/** What a file that is written under a context has in its envelope: the number of its message, the local time. */
export function envelopeOf({ sequence = 1, now, channel }: MappingContext): WriteEnvelope {
  return { sequence, at: localDateTime(now, channel.timeZone ?? 'UTC') ?? now };
}
