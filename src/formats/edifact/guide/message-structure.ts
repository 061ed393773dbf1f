/** The segments and groups of a message in their order. */
export type StructureMember = SegmentMember | GroupMember;

interface Occurrence {
  /** As the tree names it. */
  readonly name: string;
  readonly tag: string;
  readonly required: boolean;
  readonly max: number;
  /** Not in the partner's guide. */
  readonly outside?: true;
}

export interface SegmentMember extends Occurrence {
  readonly kind: 'segment';
  /** What the guide says of its elements, by `C507/e2005` and `e1225`. */
  readonly uses?: ReadonlyMap<string, ElementUse>;
}

/** Begun by its first segment, the trigger, whose tag it has. */
export interface GroupMember extends Occurrence {
  readonly kind: 'group';
  readonly members: readonly StructureMember[];
}

/** What a partner's guide says of an element. */
export interface ElementUse {
  readonly required: boolean;
  readonly codes?: readonly string[];
  /** What an absent one means. */
  readonly default?: string;
  readonly type?: 'identifier' | 'decimal' | 'text';
  readonly maxLength?: number;
}

/** The structure, or what in the text cannot be read. */
export type StructureResult =
  | { readonly members: readonly StructureMember[]; readonly wrong?: undefined }
  | { readonly members?: undefined; readonly wrong: string };

/**
 * `BGM! DTM[35]! gRFF[10] ( DTM[5] ) … UNS! MOA[12] sALC[10] ( … )`: a group is called after its trigger, which is not written
 * again; one of the summary, whose trigger has a group before it, begins with s.
 */
export function parseStructure(text: string): StructureResult {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? [];
  const reader = new StructureReader(tokens);
  const members = reader.members();
  const wrong = reader.wrong ?? (reader.isAtEnd ? undefined : ')');
  return wrong === undefined ? { members } : { wrong };
}

class StructureReader {
  wrong: string | undefined;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  members(): readonly StructureMember[] {
    const found: StructureMember[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined && token !== ')'; ) {
      const member = this.#member(token);
      if (member === undefined) return found;
      found.push(member);
      token = this.#tokens[this.#at];
    }
    return found;
  }

  #member(token: string): StructureMember | undefined {
    const [, mark, tag = '', most = '1', required] =
      /^([gs])?([A-Z]{3})(?:\[(\d+)\])?(!)?$/.exec(token) ?? [];
    if (tag === '') {
      this.wrong ??= token;
      return undefined;
    }
    this.#at += 1;
    const occurs = { tag, required: required === '!', max: Number(most) };
    if (mark === undefined) return { kind: 'segment', name: tag, ...occurs };
    const trigger: SegmentMember = { kind: 'segment', name: tag, tag, required: true, max: 1 };
    return { kind: 'group', name: `${mark}${tag}`, ...occurs, members: [trigger, ...this.#inside()] };
  }

  #inside(): readonly StructureMember[] {
    if (this.#tokens[this.#at] !== '(') return [];
    this.#at += 1;
    const members = this.members();
    if (this.#tokens[this.#at] !== ')') this.wrong ??= '(';
    this.#at += 1;
    return members;
  }
}
