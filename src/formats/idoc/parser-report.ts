import { canonicalNameOf } from './control-record.ts';

/** What SAP's report says of an IDoc type, as a description would write it. */
export interface ParserReport {
  /** `ORDERS05`. */
  readonly type: string;
  /** Segments by their names: fields with their places, and under `$type` the name with the version. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly tree: ReportTree;
}

/** Names with their marks (`E1EDP01[999]`), and the segments in them. */
export interface ReportTree {
  readonly [name: string]: ReportTree;
}

interface ReportGroup {
  /** LOOPMAX, STATUS. */
  readonly settings: Map<string, string>;
  /** Where its first segment belongs. */
  readonly above: Record<string, ReportTree>;
  /** Below its first segment; undefined before that. */
  inside?: Record<string, ReportTree>;
}

/**
 * Reads the report "parser" of transaction WE60: a word and a value a line. Undefined where it holds no segment with a place. The
 * first segment of a group holds all others of it, and is there as often as the group.
 */
export function parseParserReport(text: string): ParserReport | undefined {
  const reader = new ReportReader();
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, word = '', value = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    reader.line(word.toUpperCase(), value);
  }
  return reader.report();
}

class ReportReader {
  #type = '';
  readonly #records = new Map<string, Map<string, string>>();
  readonly #tree: Record<string, ReportTree> = {};
  /** That are open, the innermost last. */
  readonly #groups: ReportGroup[] = [];
  #segment: Map<string, string> | undefined;
  #field: Map<string, string> | undefined;
  #isPlaced = false;

  line(word: string, value: string): void {
    if (word === 'BEGIN_IDOC') this.#type = value;
    else if (word === 'BEGIN_GROUP') this.#groups.push({ settings: new Map(), above: this.#inside() });
    else if (word === 'END_GROUP') this.#groups.pop();
    else if (word === 'BEGIN_SEGMENT') this.#segment = new Map([['$type', value]]);
    else if (word === 'BEGIN_FIELDS') this.#begin();
    else if (word === 'END_FIELDS') this.#endField();
    else if (word === 'END_SEGMENT') this.#endSegment();
    else if (word === 'NAME' && this.#field !== undefined) {
      this.#endField();
      this.#field = new Map([[word, value]]);
    } else (this.#field ?? this.#segment ?? this.#groups.at(-1)?.settings)?.set(word, value);
  }

  report(): ParserReport | undefined {
    const hasPlaces = [...this.#records.values()].some((fields) => fields.size > 1);
    return hasPlaces ? { type: this.#type, records: this.#records, tree: this.#tree } : undefined;
  }

  /** The fields of a segment begin here, so its own settings are complete. */
  #begin(): void {
    if (this.#segment === undefined) return;
    this.#place();
    this.#field = new Map();
  }

  /** Puts the segment where its group says, once. */
  #place(): void {
    if (this.#segment === undefined || this.#isPlaced) return;
    this.#isPlaced = true;
    const written = this.#segment.get('$type') ?? '';
    const name = this.#segment.get('SEGMENTTYPE') ?? canonicalNameOf(written, (one) => !/\d{4}$/.test(one));
    this.#records.set(name, new Map([['$type', written]]));
    const group = this.#groups.at(-1);
    const isFirst = group !== undefined && group.inside === undefined;
    const below: Record<string, ReportTree> = {};
    const above = isFirst ? group.above : this.#inside();
    above[`${name}${renderOccurs(isFirst ? group.settings : this.#segment)}`] = below;
    if (isFirst) group.inside = below;
    this.#segment.set('name', name);
  }

  /** Where the next segment belongs. */
  #inside(): Record<string, ReportTree> {
    const group = this.#groups.at(-1);
    return group === undefined ? this.#tree : (group.inside ?? group.above);
  }

  #endField(): void {
    const name = this.#field?.get('NAME');
    const length = Number(this.#field?.get('LENGTH'));
    const first = Number(this.#field?.get('CHARACTER_FIRST') ?? this.#field?.get('BYTE_FIRST'));
    const segment = this.#segment?.get('name');
    if (name !== undefined && segment !== undefined && length > 0 && first > 0)
      this.#records.get(segment)?.set(name, `${length}@${first}`);
    this.#field = undefined;
  }

  #endSegment(): void {
    this.#place();
    this.#segment = undefined;
    this.#isPlaced = false;
  }
}

/** `[999]!` */
function renderOccurs(settings: ReadonlyMap<string, string>): string {
  const most = Number(settings.get('LOOPMAX') ?? 1);
  const times = most === 1 ? '' : most > 999_999 ? '[]' : `[${most}]`;
  return `${times}${settings.get('STATUS') === 'MANDATORY' ? '!' : ''}`;
}
