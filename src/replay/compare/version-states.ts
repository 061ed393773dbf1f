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

  /**
   * Takes over what neither has run: changes by messages that are no longer kept. `known`: was this side delivered by a message
   * that both have run? `rebuilt`: what the edited version makes of the message that a side names; undefined: it cannot be told.
   * `areKept`: can the edited version read these bodies again?
   */
  async takeOver(
    json: string,
    known: (message: number) => boolean,
    rebuilt: (side: SideState) => Promise<SideState | undefined>,
    areKept: (bodies: readonly string[]) => Promise<boolean>,
  ): Promise<void> {
    const then = parseState(json);
    const side = async (one: SideState): Promise<SideState | undefined> => {
      const made = await rebuilt(one);
      this.lost ||= made === undefined;
      return made;
    };
    const { received, revision } = then;
    const lastExport = then.exported && !known(then.exported.message) ? { exported: then.exported } : {};
    const documents =
      lastExport.exported?.sources.flatMap(({ document }) => splitDocumentKey(document)) ?? [];
    this.lost ||= !(await areKept(documents));
    const base = {
      received,
      revision,
      ...lastExport,
      ...(then.asked === undefined ? {} : { asked: then.asked }),
    };
    let [running, edited]: OrderState[] = [
      { ...this.running, ...base },
      { ...this.edited, ...base, revision: Math.max(revision, this.edited.revision) },
    ];
    if (running === undefined || edited === undefined) return;
    if (then.sent && !known(then.sent.message)) {
      // of an order that is compared by value, what was sent stands there, whichever version is asked
      const sent = then.sent.compared === undefined ? await side(then.sent) : then.sent;
      [running, edited] = [{ ...running, sent: then.sent }, sent ? { ...edited, sent } : edited];
    }
    for (const [channel, one] of Object.entries(then.published)) {
      if (known(one.message)) continue;
      const made = await side(one);
      running = { ...running, published: { ...running.published, [channel]: one } };
      if (made) edited = { ...edited, published: { ...edited.published, [channel]: made } };
    }
    [this.running, this.edited] = [running, edited];
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
