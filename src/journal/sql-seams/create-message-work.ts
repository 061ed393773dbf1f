import type { Direction } from '../../types.ts';
import { saveArtifacts } from '../blobs/artifacts.ts';
import { addPart, addTranslatedPart, storeLargeBlobs } from '../blobs/blobs.ts';
import { carryOutWaitingDiscards } from '../decisions/decision-commands.ts';
import type { CapacityQuery, MessageWork } from '../journal.ts';
import { releaseLostClaims } from '../lanes/gateway-leases.ts';
import { resolveLastLane, takeInTurn } from '../lanes/lane-turns.ts';
import { identify } from '../messages/business-keys.ts';
import { findUpload, noteUpload } from '../messages/receive-messages.ts';
import type { Message, TranslatedPart } from '../model/message.ts';
import type { SqlSteps } from '../sql/sql-engine.ts';
import {
  endAttempt,
  noteStaged,
  noteTry,
  noteTryEnded,
  startAttempt,
  startDelivery,
} from '../work/attempts.ts';
import { listLanesToCheck, listLostChecks, storeChecked, takeNextToCheck } from '../work/check-queue.ts';
import {
  claim,
  claimProbe,
  listLanesToClaim,
  listLostClaims,
  lookAhead,
  wakeDue,
} from '../work/claim-messages.ts';
import { type HeldMessage, holdMessage } from '../work/held-message.ts';
import { lookForWork } from '../work/look-for-work.ts';
import { changeState, noteRevision, park, recheck, settle, wait } from '../work/settle-messages.ts';
import { addDocuments, split } from '../work/split-documents.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

/** Milliseconds. */
const lookForLostEvery = 1000;

export function createMessageWork({ engine, owner, suspicion }: JournalConnection): MessageWork {
  const { dialect } = engine;
  const { read, write, withDialect } = bindSteps(engine);
  /** Whose turn it was: the next one begins after it. */
  const lastLane = { check: '', inbound: '', outbound: '' };
  const freeLost = createLostSearch({ engine, owner });

  /** Changes an open message that nobody else has in hand. Rejects with LeaseLost. */
  const holding =
    <A extends readonly unknown[], T>(steps: (message: HeldMessage, ...values: A) => SqlSteps<T>) =>
    (id: number, ...values: A): Promise<T> =>
      engine.write(function* () {
        return yield* steps(yield* holdMessage(dialect, owner, id), ...values);
      });

  const held = <A extends readonly unknown[], T>(steps: (id: number, ...values: A) => SqlSteps<T>) =>
    holding(({ id }, ...values: A) => steps(id, ...values));

  /** The last that we do to a message for now. */
  const leaving = <A extends readonly unknown[]>(steps: (id: number, ...values: A) => SqlSteps<void>) =>
    held(function* (id, ...values: A): SqlSteps<void> {
      yield* steps(id, ...values);
      yield* carryOutWaitingDiscards(dialect, id);
    });

  const storeTranslated = async ({ translated }: { readonly translated?: TranslatedPart }): Promise<void> => {
    if (translated) await storeLargeBlobs(engine, translated.bytes);
  };

  /** With the document that it was translated into. */
  const withTranslated = <C extends { readonly translated?: TranslatedPart }>(
    steps: (id: number, checked: C) => SqlSteps<void>,
  ) =>
    function* (id: number, checked: C): SqlSteps<void> {
      if (checked.translated) yield* addTranslatedPart(dialect, id, checked.translated);
      yield* steps(id, checked);
    };

  return {
    lookForWork: (due) => engine.read(() => lookForWork(dialect, owner, due)),
    async takeNextToCheck(query) {
      const last = lastLane.check;
      const look = (after: string) => engine.read(() => listLanesToCheck(owner, query, after));
      const free = () => freeLost('check', query, () => listLostChecks(owner, query));
      if (dialect.shared && query.busy.length > 0) await free();
      const ahead = await look(last);
      if (ahead.isLost) await free();
      const taken = await takeInTurn(
        async (after) => (after === last && !ahead.isLost ? ahead : await look(after)).lanes,
        (lanes) => {
          const steps = () => takeNextToCheck(dialect, owner, lanes, query);
          return dialect.shared ? engine.write(steps) : engine.read(steps);
        },
        last,
      );
      lastLane.check = resolveLastLane(lanesOf(taken), last);
      return taken;
    },
    async claim(query) {
      const { direction } = query;
      const last = lastLane[direction];
      const look = () => engine.read(() => lookAhead(owner, query, last));
      const free = () => freeLost(direction, query, () => listLostClaims(owner, query));
      if (query.busy.length > 0) await free();
      let ahead = await look();
      if (ahead.isLost) {
        await free();
        ahead = await look();
      }
      if (ahead.outage !== undefined) suspicion.raised = true;
      if (ahead.due) await engine.write(() => wakeDue(dialect, query));
      if (ahead.outage === 'open' && direction === 'inbound') {
        const probe = await engine.write(() => claimProbe(dialect, owner, query, last));
        lastLane[direction] = resolveLastLane(lanesOf(probe), last);
        return probe;
      }
      const claimed = await takeInTurn(
        async (after) =>
          after === last && !ahead.due
            ? ahead.lanes
            : await engine.read(() => listLanesToClaim(query, after)),
        (lanes) => engine.write(() => claim(dialect, owner, query, lanes)),
        last,
      );
      lastLane[direction] = resolveLastLane(lanesOf(claimed), last);
      return claimed;
    },
    async storeChecked(id, result) {
      await storeTranslated(result);
      await leaving(withTranslated(withDialect(storeChecked)))(id, result);
    },
    async identify(id, identity) {
      await storeTranslated(identity);
      await held(withTranslated(identify))(id, identity);
    },
    recheck: leaving(recheck),
    async addDocuments(file, documents, generation) {
      await storeLargeBlobs(
        engine,
        ...documents.flatMap(({ bytes, envelope }) => (envelope ? [bytes, envelope] : [bytes])),
      );
      await held(withDialect(addDocuments))(file, documents, generation);
    },
    split: held(withDialect(split)),
    async storeGathered(id, bytes, identity) {
      await storeLargeBlobs(engine, bytes);
      await held(function* () {
        yield* addPart(dialect, id, 'gathered', bytes);
        yield* identify(id, identity);
      })(id);
    },
    async changeOrderState(id, change, body) {
      if (body) await storeLargeBlobs(engine, body);
      await holding(function* (message) {
        if (body) yield* addPart(dialect, id, 'named', body);
        const revision = yield* changeState(dialect, message, change);
        if (revision !== undefined) yield* noteRevision(id, revision);
      })(id);
    },
    findUpload: read(findUpload),
    noteUpload: write(noteUpload),
    startGather: held((id) => startAttempt(id, 'gather')),
    async startDelivery(id, made) {
      await storeLargeBlobs(engine, made.bytes);
      return await holding(withDialect(startDelivery))(id, made);
    },
    startRedelivery: held((id) => startAttempt(id, 'deliver')),
    noteStaged: held(noteStaged),
    endAttempt: held(withDialect(endAttempt)),
    noteTry: write(noteTry),
    noteTryEnded: write(noteTryEnded),
    wait: leaving(withDialect(wait)),
    park: (id, reason, findings, saw, options) =>
      leaving(() => park(dialect, id, { reason, findings, saw, ...options }))(id),
    settle: holding(withDialect(settle)),
    saveArtifacts: write(saveArtifacts),
  };
}

/** What is ours and in no hand of ours is nobody's from then on. */
function createLostSearch({ engine, owner }: Omit<JournalConnection, 'suspicion'>) {
  /** When it was looked for, of each kind of work. */
  const looked = new Map<string, number>();
  /** Each time while we have nothing in hand, as after a start, else each second: it costs a call of the database. */
  return async (
    kind: 'check' | Direction,
    { busy, large }: CapacityQuery,
    look: () => SqlSteps<readonly number[]>,
  ): Promise<void> => {
    const work = `${kind} ${large}`;
    const time = performance.now();
    if (busy.length > 0 && time - (looked.get(work) ?? 0) < lookForLostEvery) return;
    looked.set(work, time);
    const lost = await engine.read(look);
    if (lost.length > 0) await engine.write(() => releaseLostClaims(owner, lost));
  };
}

const lanesOf = (messages: readonly Message[]): readonly string[] => messages.map(({ lane }) => lane);
