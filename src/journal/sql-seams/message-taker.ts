import type { Direction } from '../../types.ts';
import type { CapacityQuery, CheckQuery, ClaimQuery } from '../journal.ts';
import { releaseLostClaims } from '../lanes/gateway-leases.ts';
import { type LanesInTurn, resolveLastLane, takeInTurn } from '../lanes/lane-turns.ts';
import type { Message } from '../model/message.ts';
import type { SqlSteps } from '../sql/sql-engine.ts';
import { listLanesToCheck, listLostChecks, takeNextToCheck } from '../work/check-queue.ts';
import {
  type ClaimOutlook,
  claim,
  claimProbe,
  listLanesToClaim,
  listLostClaims,
  lookAhead,
  wakeDue,
} from '../work/claim-messages.ts';
import type { JournalConnection } from './bound-steps.ts';

/** Milliseconds. */
const lookForLostEvery = 1000;

type WorkKind = 'check' | Direction;

/** Takes what comes next of each kind of work, lane by lane in turn. A look that finds nothing to do writes nothing. */
export class MessageTaker {
  readonly #connection: JournalConnection;
  /** Whose turn it was: the next one begins after it. */
  readonly #lastLane: Record<WorkKind, string> = { check: '', inbound: '', outbound: '' };
  /** When it was looked for what is lost, of each kind of work and size; monotonic. */
  readonly #looked = new Map<string, number>();

  constructor(connection: JournalConnection) {
    this.#connection = connection;
  }

  async takeNextToCheck(query: CheckQuery): Promise<readonly Message[]> {
    const { engine, owner } = this.#connection;
    const last = this.#lastLane.check;
    const ahead = await this.#lookForChecks(query, last);
    return await this.#takeInTurn(
      'check',
      last,
      async (after) => (after === last && ahead) || (await this.#listChecks(query, after)).lanes,
      (lanes) => {
        const steps = () => takeNextToCheck(engine.dialect, owner, lanes, query);
        return engine.dialect.shared ? engine.write(steps) : engine.read(steps);
      },
    );
  }

  /** While an outage is open, inbound: its probe alone. */
  async claim(query: ClaimQuery): Promise<readonly Message[]> {
    const { engine, owner, suspicion } = this.#connection;
    const { direction } = query;
    const last = this.#lastLane[direction];
    const ahead = await this.#lookForClaims(query, last);
    if (ahead.outage !== undefined) suspicion.raised = true;
    if (ahead.due) await engine.write(() => wakeDue(engine.dialect, query));
    if (ahead.outage === 'open' && direction === 'inbound') return await this.#claimProbe(query, last);
    return await this.#takeInTurn(
      direction,
      last,
      async (after) =>
        after === last && !ahead.due ? ahead.lanes : await engine.read(() => listLanesToClaim(query, after)),
      (lanes) => engine.write(() => claim(engine.dialect, owner, query, lanes)),
    );
  }

  /** The lanes whose turn it is; undefined where something lost was found and given free: they are others by then. */
  async #lookForChecks(query: CheckQuery, last: string): Promise<LanesInTurn | undefined> {
    const { engine, owner } = this.#connection;
    const free = () => this.#freeLost('check', query, () => listLostChecks(owner, query));
    if (engine.dialect.shared && query.busy.length > 0) await free();
    const { lanes, isLost } = await this.#listChecks(query, last);
    if (!isLost) return lanes;
    await free();
    return undefined;
  }

  #listChecks(query: CheckQuery, after: string) {
    const { engine, owner } = this.#connection;
    return engine.read(() => listLanesToCheck(owner, query, after));
  }

  async #lookForClaims(query: ClaimQuery, last: string): Promise<ClaimOutlook> {
    const { engine, owner } = this.#connection;
    const { direction, busy } = query;
    const look = () => engine.read(() => lookAhead(owner, query, last));
    const free = () => this.#freeLost(direction, query, () => listLostClaims(owner, query));
    if (busy.length > 0) await free();
    const ahead = await look();
    if (!ahead.isLost) return ahead;
    await free();
    return await look();
  }

  async #claimProbe(query: ClaimQuery, last: string): Promise<readonly Message[]> {
    const { engine, owner } = this.#connection;
    const probe = await engine.write(() => claimProbe(engine.dialect, owner, query, last));
    this.#noteTurn(query.direction, last, probe);
    return probe;
  }

  async #takeInTurn(
    kind: WorkKind,
    last: string,
    list: (after: string) => Promise<LanesInTurn>,
    take: (lanes: readonly string[]) => Promise<readonly Message[]>,
  ): Promise<readonly Message[]> {
    const taken = await takeInTurn(list, take, last);
    this.#noteTurn(kind, last, taken);
    return taken;
  }

  #noteTurn(kind: WorkKind, last: string, taken: readonly Message[]): void {
    const lanes = taken.map(({ lane }) => lane);
    this.#lastLane[kind] = resolveLastLane(lanes, last);
  }

  /**
   * What is ours and in no hand of ours is nobody's from then on. It is looked for each time while we have nothing in hand, as after a
   * start, else each second: it costs a call of the database.
   */
  async #freeLost(
    kind: WorkKind,
    { busy, large }: CapacityQuery,
    look: () => SqlSteps<readonly number[]>,
  ): Promise<void> {
    const { engine, owner } = this.#connection;
    const work = `${kind} ${large}`;
    const time = performance.now();
    if (busy.length > 0 && time - (this.#looked.get(work) ?? 0) < lookForLostEvery) return;
    this.#looked.set(work, time);
    const lost = await engine.read(look);
    if (lost.length > 0) await engine.write(() => releaseLostClaims(owner, lost));
  }
}
