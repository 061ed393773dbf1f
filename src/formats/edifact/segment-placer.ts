import type { Finding } from '../../types.ts';
import type { CreateEdifactFinding } from './findings/catalogue.ts';
import type { GroupMember, StructureMember } from './guide/message-structure.ts';

/** A group while its segments are met. `T`: what is made of it. */
export interface OpenGroup<T> {
  readonly member: Pick<GroupMember, 'name' | 'members'>;
  readonly made: T;
  /** How often each member was there. */
  readonly counts: number[];
  /** The member that was met last; what stands before it is behind us. */
  at: number;
}

/** Where a segment belongs. */
export interface SegmentPlacement<T> {
  readonly open: OpenGroup<T>;
  readonly member: StructureMember;
  /** How it stands there, where that is not as the structure says. */
  readonly fault?: 'order' | 'too-many';
}

/**
 * Finds the place of each segment, greedily and without going back: a group's trigger is one of its kind within its parent in all
 * messages that are read here, so that the innermost group that takes a segment is the one that is meant. What stands out of order
 * goes where a group still takes it.
 */
export class SegmentPlacer<T> {
  readonly #stack: OpenGroup<T>[];
  readonly #onClose: (open: OpenGroup<T>) => void;

  /** `onClose`: each group when its last segment was met. */
  constructor(
    members: readonly StructureMember[],
    name: string,
    made: T,
    onClose: (open: OpenGroup<T>) => void,
  ) {
    this.#stack = [openGroup({ name, members }, made)];
    this.#onClose = onClose;
  }

  get innermost(): OpenGroup<T> | undefined {
    return this.#stack.at(-1);
  }

  /** Undefined: no group takes such a segment. Groups behind its place are closed. */
  find(tag: string): SegmentPlacement<T> | undefined {
    const found =
      this.#look(tag, inOrder) ??
      this.#look(tag, (open, at) => isAhead(open, at) && isPassable(open, at), 'too-many') ??
      this.#look(tag, ({ counts, member }, at) => isFree(counts, member.members, at), 'order');
    if (found === undefined) return undefined;
    const { open, at, fault } = found;
    while (this.#stack.at(-1) !== open) this.#close();
    const member = open.member.members[at];
    if (member === undefined) return undefined;
    open.counts[at] = (open.counts[at] ?? 0) + 1;
    open.at = Math.max(open.at, at);
    return { open, member, ...(fault === undefined ? {} : { fault }) };
  }

  /** Enters a group whose trigger was found. */
  enter(member: GroupMember, made: T): OpenGroup<T> {
    const open = openGroup(member, made);
    open.counts[0] = 1;
    this.#stack.push(open);
    return open;
  }

  end(): void {
    while (this.#stack.length > 0) this.#close();
  }

  #close(): void {
    const open = this.#stack.pop();
    if (open !== undefined) this.#onClose(open);
  }

  #look(
    tag: string,
    takes: (open: OpenGroup<T>, at: number) => boolean,
    fault?: SegmentPlacement<T>['fault'],
  ) {
    for (const open of this.#stack.toReversed())
      for (const [at, member] of open.member.members.entries())
        if (member.tag === tag && takes(open, at) && !isTrigger(open, at))
          return { open, at, ...(fault === undefined ? {} : { fault }) };
    return undefined;
  }
}

const openGroup = <T>(member: OpenGroup<T>['member'], made: T): OpenGroup<T> => ({
  member,
  made,
  counts: member.members.map(() => 0),
  at: 0,
});

/** The first segment of a group begins another one; of the message (no group), it is a segment as others. */
const isTrigger = <T>({ member }: OpenGroup<T>, at: number): boolean =>
  at === 0 && member.name.length === 4 && member.members[0]?.tag === member.name.slice(1);

const isFree = (counts: readonly number[], members: readonly StructureMember[], at: number): boolean =>
  (counts[at] ?? 0) < (members[at]?.max ?? 0);

const isAhead = <T>({ at }: OpenGroup<T>, index: number): boolean => index >= at;

/** Nothing of the summary comes before UNS. */
const isPassable = <T>({ member, counts, at }: OpenGroup<T>, index: number): boolean =>
  !member.members.slice(at, index).some((one, n) => one.tag === 'UNS' && counts[at + n] === 0);

const inOrder = <T>(open: OpenGroup<T>, at: number): boolean =>
  isAhead(open, at) && isPassable(open, at) && isFree(open.counts, open.member.members, at);

/** What must be there and is not, when a group is closed. */
export function listMissing<T>({ member, counts }: OpenGroup<T>): readonly StructureMember[] {
  return member.members.filter((one, at) => one.required && counts[at] === 0);
}

/** Findings at one place. */
export type FindingAtSegment = (
  code: Parameters<CreateEdifactFinding>[0],
  values?: Parameters<CreateEdifactFinding>[1],
) => Finding;
