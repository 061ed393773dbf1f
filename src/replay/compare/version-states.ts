import { splitDocumentKey } from '../../pipeline/order-state/exported-state.ts';
import {
  changeState,
  emptyState,
  type OrderState,
  parseState,
  type SideState,
  type StateChange,
} from '../../pipeline/order-state/order-state.ts';
import type { MessageRecord } from '../rerun/message-record.ts';

/** What can still be told of what was delivered before the messages that are run. */
export interface PastDeliveries {
  /** Have both versions run this message? */
  isKnown(message: number): boolean;
  /** What the edited version makes of the message that a side names; undefined: it cannot be told. */
  rebuild(side: SideState): Promise<SideState | undefined>;
  /** Can the edited version read these bodies again? */
  areKept(bodies: readonly string[]): Promise<boolean>;
}

/**
 * The state of one order as the two versions would have it, each from its own results. State holds fingerprints of what a
 * mapping made: on the state that was recorded every line that an edit touches would look changed.
 */
export class VersionStates {
  running: OrderState = emptyState;
  edited: OrderState = emptyState;
  /** What the edited version would have said before is not known: nothing after it can be compared. */
  lost = false;

  /** What a message changes with each of them, as its `revision`-th change. */
  apply(
    { message }: MessageRecord,
    revision: number,
    changes: { readonly running: StateChange | undefined; readonly edited: StateChange | undefined },
  ): void {
    const { id, channel, direction, arrival } = message;
    const at = message.settledAt ?? message.receivedAt;
    const by = { channel, direction, message: id, arrival, at };
    const change = (state: OrderState, what: StateChange | undefined): OrderState =>
      what === undefined
        ? state
        : changeState({ ...state, revision: Math.max(state.revision, revision - 1) }, what, by);
    this.running = change(this.running, changes.running);
    this.edited = change(this.edited, changes.edited);
  }

  /** Takes over what neither has run: changes by messages that are no longer kept. */
  async takeOver(json: string, past: PastDeliveries): Promise<void> {
    const then = parseState(json);
    await this.#takeOverReceived(then, past);
    if (then.sent) await this.#takeOverSent(then.sent, past);
    for (const [channel, side] of Object.entries(then.published))
      await this.#takeOverPublished(channel, side, past);
  }

  /** What came from the exchange and from the ERP: neither version has a hand in it. */
  async #takeOverReceived(
    { received, revision, exported, asked }: OrderState,
    past: PastDeliveries,
  ): Promise<void> {
    const lastExport = exported && !past.isKnown(exported.message) ? exported : undefined;
    const documents = lastExport?.sources.flatMap(({ document }) => splitDocumentKey(document)) ?? [];
    this.lost ||= !(await past.areKept(documents));
    const base = {
      received,
      revision,
      ...(lastExport ? { exported: lastExport } : {}),
      ...(asked === undefined ? {} : { asked }),
    };
    this.running = { ...this.running, ...base };
    this.edited = { ...this.edited, ...base, revision: Math.max(revision, this.edited.revision) };
  }

  async #takeOverSent(sent: SideState, past: PastDeliveries): Promise<void> {
    if (past.isKnown(sent.message)) return;
    // of an order that is compared by value, what was sent stands there, whichever version is asked
    const made = sent.compared === undefined ? await this.#rebuild(sent, past) : sent;
    this.running = { ...this.running, sent };
    if (made) this.edited = { ...this.edited, sent: made };
  }

  async #takeOverPublished(channel: string, side: SideState, past: PastDeliveries): Promise<void> {
    if (past.isKnown(side.message)) return;
    const made = await this.#rebuild(side, past);
    const publish = (state: OrderState, one: SideState): OrderState => ({
      ...state,
      published: { ...state.published, [channel]: one },
    });
    this.running = publish(this.running, side);
    if (made) this.edited = publish(this.edited, made);
  }

  async #rebuild(side: SideState, past: PastDeliveries): Promise<SideState | undefined> {
    const made = await past.rebuild(side);
    this.lost ||= made === undefined;
    return made;
  }

  /** Messages that were delivered last, by either version, and are made otherwise by the edited one: the same again would be news. */
  get onceMore(): readonly number[] {
    const { running, edited } = this;
    // an order whose lines are compared by value is compared with its last export, read again: an edit touches none of them
    const isCompared = running.sent?.compared !== undefined && edited.sent?.compared !== undefined;
    const published = Object.keys(running.published).flatMap((name) =>
      findChangedMessage(running.published[name], edited.published[name]),
    );
    return [...(isCompared ? [] : findChangedMessage(running.sent, edited.sent)), ...published];
  }
}

const findChangedMessage = (one: SideState | undefined, other: SideState | undefined): readonly number[] =>
  one !== undefined && other !== undefined && one.fingerprint !== other.fingerprint ? [one.message] : [];

export const serializeState = (state: OrderState): string | undefined =>
  state.revision === 0 ? undefined : JSON.stringify(state);

/**
 * The side as the edited version would have it, from what both versions make of the message that delivered it: only where the
 * running one gives what the side says, so that every line of it is from that message.
 */
export function rebuildSide(
  side: SideState,
  running: StateChange['delivered'],
  edited: StateChange['delivered'],
): SideState | undefined {
  if (running === undefined || edited === undefined || running.fingerprint !== side.fingerprint)
    return undefined;
  const keys = Object.keys(side.lines);
  if (keys.some((key) => running.lines[key] !== side.lines[key]?.fingerprint)) return undefined;
  const [any] = Object.values(side.lines);
  const { revision = side.revision, at = side.at } = any ?? {};
  const lines = Object.entries(edited.lines).map(([key, fingerprint]) => [
    key,
    { ...(side.lines[key] ?? { revision, at }), fingerprint },
  ]);
  return { ...side, fingerprint: edited.fingerprint, lines: Object.fromEntries(lines) };
}
