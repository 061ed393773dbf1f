import type { LocalizedText } from '../findings/localized-text.ts';
import type { StagedFile } from '../folders/folder-types.ts';
import type { Meter } from '../metrics/meter.ts';
import type { Log } from '../system/log.ts';
import { steadyNow } from '../time/steady-clock.ts';
import type { Direction, Finding, Outcome } from '../types.ts';
import * as artifacts from './blobs/artifacts.ts';
import * as blobs from './blobs/blobs.ts';
import * as publications from './blobs/publications.ts';
import { findReplayRecord, listReplayCandidates } from './blobs/replay-records.ts';
import { countOpenMessages, summarizeBacklog } from './browse/backlog.ts';
import * as reading from './browse/list-messages.ts';
import * as numbers from './browse/messages-by-number.ts';
import * as commands from './decisions/decision-commands.ts';
import * as binding from './decisions/exchange-binding.ts';
import { returnedAtOnce, returnToChannels } from './decisions/missing-channel.ts';
import { listCursors, moveCursorByHand } from './decisions/search-cursors.ts';
import type {
  BacklogSummary,
  CapacityQuery,
  CarriedOutCommand,
  ChannelCursor,
  CheckQuery,
  ClaimQuery,
  Command,
  CommandResult,
  Cursor,
  CursorDecision,
  DecisionAuthor,
  HistoryEntry,
  Journal,
  MessageBusinessKey,
  MessageQuery,
  NewPublication,
  NumberQuery,
  OpenMessageCount,
  ParkOptions,
  Publication,
  PublishedFile,
  ReceiveTrigger,
  RememberedFile,
  ReplayCandidate,
  RetentionCutoff,
  StoredReplayRecord,
  Task,
  TaskQuery,
  TryCounts,
  UncollectedQuery,
  VersionAuthor,
} from './journal.ts';
import {
  acquireLease,
  releaseLease,
  releaseLostClaims,
  releaseOtherLeases,
  reserveTurns,
} from './lanes/gateway-leases.ts';
import { resolveLastLane } from './lanes/lane-turns.ts';
import { identify } from './messages/business-keys.ts';
import { joinLanes } from './messages/join-lanes.ts';
import * as receiving from './messages/receive-messages.ts';
import * as remembering from './messages/remembered-files.ts';
import type {
  Artifact,
  Attempt,
  AttemptEnd,
  CheckedMessage,
  GenerationUse,
  Message,
  MessageIdentity,
  NewMessage,
  NumberedDocument,
  NumberedVersion,
  PartInfo,
  PartRole,
  PreparedParts,
  ReplayRecord,
  RetriedStep,
  Settlement,
} from './model/message.ts';
import { type SqlDialect, type SqlEngine, type SqlSteps, selectRow } from './sql/sql-engine.ts';
import { WatchedEngine } from './sql/watched-engine.ts';
import { SqlTroubleStore, type TroubleStore } from './trouble-store.ts';
import { raiseSerial, readSerial } from './upkeep/journal-serial.ts';
import * as retention from './upkeep/retention.ts';
import { verify } from './upkeep/verify-journal.ts';
import * as attempts from './work/attempts.ts';
import * as order from './work/check-queue.ts';
import { claim, listLanesToClaim, listLostClaims } from './work/claim-messages.ts';
import * as tasks from './work/open-tasks.ts';
import * as collecting from './work/published-files.ts';
import * as ending from './work/settle-messages.ts';
import { addDocuments, listDocuments, split } from './work/split-documents.ts';

/** Milliseconds. */
const lookForLostEvery = 1000;

interface SqlJournalOptions {
  readonly id: string;
  /** Unique for every journal that was opened: what it has in hand is its own. */
  readonly owner: string;
  /** As the journal's own. */
  readonly suspects?: number;
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  readonly release?: () => Promise<void>;
}

/** The journal on an engine. */
export class SqlJournal implements Journal {
  readonly id: string;
  readonly suspectsUpTo: number;
  readonly shared: boolean;
  readonly troubles: TroubleStore;
  readonly #engine: WatchedEngine;
  readonly #dialect: SqlDialect;
  readonly #owner: string;
  readonly #release: () => Promise<void>;
  /** Whose turn it was: the next one begins after it. */
  readonly #lastLane = { check: '', inbound: '', outbound: '' };
  /** When it was looked for what is lost, of each kind of work. */
  readonly #looked = new Map<string, number>();

  /** `release` is called before it closes. */
  constructor(
    engine: SqlEngine,
    { id, owner, suspects = 0, log, meter, release = async () => undefined }: SqlJournalOptions,
  ) {
    this.#engine = new WatchedEngine(engine, log, meter);
    this.#dialect = engine.dialect;
    this.shared = engine.dialect.shared;
    this.troubles = new SqlTroubleStore(this.#engine, engine.dialect);
    this.#owner = owner;
    this.#release = release;
    this.id = id;
    this.suspectsUpTo = suspects;
  }

  bind(identity: string): Promise<void> {
    return this.#engine.write(() => binding.bind(identity));
  }

  async receive(
    documents: readonly NewMessage[],
    { cursor, lead }: ReceiveTrigger = {},
  ): Promise<readonly (number | undefined)[]> {
    await blobs.storeLargeBlobs(this.#engine, ...documents.map(({ bytes }) => bytes));
    const led = lead === undefined ? undefined : { name: lead, owner: this.#owner };
    const urgent = documents.some(({ source }) => source.kind === 'webhook' || source.kind === 'notice');
    return await this.#engine.write(() => receiving.receive(this.#dialect, documents, cursor, led), urgent);
  }

  joinLanes(lanes: ReadonlyMap<string, string>): Promise<void> {
    return this.#engine.write(() => joinLanes(this.#dialect, lanes));
  }

  async returnToChannels(channels: readonly string[]): Promise<void> {
    const some = () => this.#engine.write(() => returnToChannels(this.#dialect, channels));
    while ((await some()) === returnedAtOnce);
  }

  async takeNextToCheck(query: CheckQuery): Promise<readonly Message[]> {
    if (this.shared) await this.#freeLost('check', query, () => order.listLostChecks(this.#owner, query));
    const last = this.#lastLane.check;
    const lanes = await this.#engine.read(() => order.listLanesToCheck(query, last));
    if (lanes.length === 0) return [];
    const steps = () => order.takeNextToCheck(this.#dialect, this.#owner, lanes, query);
    const taken = await (this.shared ? this.#engine.write(steps) : this.#engine.read(steps));
    this.#lastLane.check = resolveLastLane(lanesOf(taken), last);
    return taken;
  }

  async storeChecked(id: number, result: CheckedMessage): Promise<void> {
    const { translated } = result;
    const dialect = this.#dialect;
    if (translated) await blobs.storeLargeBlobs(this.#engine, translated.bytes);
    return await this.#leaving(id, function* () {
      if (translated) yield* blobs.addTranslatedPart(dialect, id, translated);
      yield* order.storeChecked(dialect, id, result);
    });
  }

  recheck(id: number, reason: string): Promise<void> {
    return this.#leaving(id, () => ending.recheck(id, reason));
  }

  async addDocuments(
    file: number,
    documents: readonly NumberedDocument[],
    generation: string,
  ): Promise<void> {
    await blobs.storeLargeBlobs(
      this.#engine,
      ...documents.flatMap(({ bytes, envelope }) => (envelope ? [bytes, envelope] : [bytes])),
    );
    return await this.#held(file, () => addDocuments(this.#dialect, file, documents, generation));
  }

  split(file: number, count: number, reason: string, findings: readonly Finding[]): Promise<void> {
    return this.#held(file, () => split(this.#dialect, file, count, reason, findings));
  }

  documents(file: number): Promise<readonly Message[]> {
    return this.#engine.read(() => listDocuments(file));
  }

  async identify(id: number, identity: MessageIdentity): Promise<void> {
    const { translated } = identity;
    const dialect = this.#dialect;
    if (translated) await blobs.storeLargeBlobs(this.#engine, translated.bytes);
    return await this.#held(id, function* () {
      if (translated) yield* blobs.addTranslatedPart(dialect, id, translated);
      yield* identify(id, identity);
    });
  }

  async claim(query: ClaimQuery): Promise<readonly Message[]> {
    const { direction } = query;
    await this.#freeLost(direction, query, () => listLostClaims(this.#owner, query));
    const last = this.#lastLane[direction];
    const lanes = await this.#engine.read(() => listLanesToClaim(query, last));
    if (lanes.length === 0) return [];
    const claimed = await this.#engine.write(() => claim(this.#dialect, this.#owner, query, lanes));
    this.#lastLane[direction] = resolveLastLane(lanesOf(claimed), last);
    return claimed;
  }

  async storeGathered(id: number, bytes: Uint8Array, identity: MessageIdentity): Promise<void> {
    const dialect = this.#dialect;
    await blobs.storeLargeBlobs(this.#engine, bytes);
    return await this.#held(id, function* () {
      yield* blobs.addPart(dialect, id, 'gathered', bytes);
      yield* identify(id, identity);
    });
  }

  async changeOrderState(
    id: number,
    change: NonNullable<Settlement['change']>,
    body?: Uint8Array,
  ): Promise<void> {
    const dialect = this.#dialect;
    if (body) await blobs.storeLargeBlobs(this.#engine, body);
    return await this.#held(id, function* () {
      if (body) yield* blobs.addPart(dialect, id, 'named', body);
      yield* ending.changeStateBeforePrepare(dialect, id, change);
    });
  }

  async startDelivery(
    id: number,
    made: PreparedParts,
  ): Promise<{ readonly attempt: number; readonly sequence: number }> {
    await blobs.storeLargeBlobs(this.#engine, made.bytes);
    return await this.#held(id, () => attempts.startDelivery(this.#dialect, id, made));
  }

  findUpload(hash: string): Promise<string | undefined> {
    return this.#engine.read(() => receiving.findUpload(hash));
  }

  noteUpload(hash: string, objectId: string): Promise<void> {
    return this.#engine.write(() => receiving.noteUpload(hash, objectId));
  }

  startGather(id: number): Promise<number> {
    return this.#held(id, () => attempts.startAttempt(id, 'gather'));
  }

  startRedelivery(id: number): Promise<number> {
    return this.#held(id, () => attempts.startAttempt(id, 'deliver'));
  }

  noteStaged(id: number, attempt: number, file: StagedFile): Promise<void> {
    return this.#held(id, () => attempts.noteStaged(id, attempt, file));
  }

  endAttempt(id: number, attempt: number, result: AttemptEnd): Promise<void> {
    return this.#held(id, () => attempts.endAttempt(this.#dialect, id, attempt, result));
  }

  noteTry(id: number, step: RetriedStep, failure?: string): Promise<TryCounts> {
    return this.#engine.write(() => attempts.noteTry(id, step, failure));
  }

  noteTryEnded(id: number, attempt: number): Promise<void> {
    return this.#engine.write(() => attempts.noteTryEnded(id, attempt));
  }

  wait(id: number, due: number, reason: string, saw?: ReplayRecord): Promise<void> {
    return this.#leaving(id, () => ending.wait(this.#dialect, id, due, reason, saw));
  }

  park(
    id: number,
    reason: string,
    findings: readonly Finding[],
    saw?: ReplayRecord,
    options: ParkOptions = {},
  ): Promise<void> {
    return this.#leaving(id, () => ending.park(this.#dialect, id, { reason, findings, saw, ...options }));
  }

  settle(id: number, settlement: Settlement): Promise<void> {
    return this.#held(id, () => ending.settle(this.#dialect, id, settlement));
  }

  listUncollected(of: UncollectedQuery): Promise<readonly PublishedFile[]> {
    return this.#engine.read(() => collecting.listUncollected(of));
  }

  noteCollected(ids: readonly number[]): Promise<void> {
    return this.#engine.write(() => collecting.noteCollected(ids));
  }

  noteFiled(message: Pick<Message, 'id' | 'ends'>, place: string): Promise<void> {
    return this.#engine.write(() => ending.noteFiled(this.#dialect, this.#owner, message, place));
  }

  listUnfiled(except: readonly string[] = []): Promise<readonly Message[]> {
    const steps = () => ending.listUnfiled(this.#dialect, this.#owner, except);
    return this.shared ? this.#engine.write(steps) : this.#engine.read(steps);
  }

  acquireLease(name: string): Promise<boolean> {
    if (!this.shared) return Promise.resolve(true);
    return this.#engine.write(() => acquireLease(this.#dialect, this.#owner, name));
  }

  async releaseLease(name: string): Promise<void> {
    if (this.shared) await this.#engine.write(() => releaseLease(this.#owner, name));
  }

  async releaseOtherLeases(but: string): Promise<void> {
    if (this.shared) await this.#engine.write(() => releaseOtherLeases(this.#owner, but));
  }

  reserveTurns(count: number, interval: number): Promise<number> {
    return this.#engine.write(() => reserveTurns(this.#dialect, count, interval));
  }

  async enqueueCommand(command: Command): Promise<number> {
    if (command.bytes) await blobs.storeLargeBlobs(this.#engine, command.bytes);
    return await this.#engine.write(() => commands.enqueueCommand(this.#dialect, command));
  }

  async carryOutCommands(): Promise<readonly CarriedOutCommand[]> {
    const open = await this.#engine.read(() =>
      selectRow('select 1 as n from command where result is null limit 1'),
    );
    return open ? this.#engine.write(() => commands.carryOutCommands(this.#dialect)) : [];
  }

  findCommandResult(command: number): Promise<CommandResult | undefined> {
    return this.#engine.read(() => commands.findCommandResult(command));
  }

  history(id?: number): Promise<readonly HistoryEntry[]> {
    return this.#engine.read(() => commands.listHistory(id));
  }

  addHistoryEntry(entry: Omit<HistoryEntry, 'at'>): Promise<void> {
    return this.#engine.write(() => commands.addHistoryEntry(entry));
  }

  moveCursor(decision: CursorDecision): Promise<string | undefined> {
    return this.#engine.write(() => moveCursorByHand(decision));
  }

  takeDryRunFiles(channel: string, folder: string, reasoned: DecisionAuthor): Promise<number> {
    return this.#engine.write(() => remembering.takeDryRunFiles(channel, folder, reasoned));
  }

  rebind(to: string, reasoned: DecisionAuthor): Promise<string | undefined> {
    return this.#engine.write(() => binding.rebindExchange(to, reasoned));
  }

  findBinding(): Promise<string | undefined> {
    return this.#engine.read(binding.findBinding);
  }

  cursors(): Promise<readonly ChannelCursor[]> {
    return this.#engine.read(listCursors);
  }

  message(id: number): Promise<Message | undefined> {
    return this.#engine.read(() => reading.findMessage(id));
  }

  async part(id: number, role: PartRole): Promise<Uint8Array | undefined> {
    const hash = await this.#engine.read(() => blobs.findPartHash(id, role));
    return hash === undefined ? undefined : await this.body(hash);
  }

  body(hash: string): Promise<Uint8Array | undefined> {
    return blobs.readBlob(this.#engine, hash);
  }

  findReplayRecord(id: number): Promise<StoredReplayRecord | undefined> {
    return this.#engine.read(() => findReplayRecord(id));
  }

  listReplayCandidates(after: number, most: number): Promise<readonly ReplayCandidate[]> {
    return this.#engine.runQuery(() => listReplayCandidates(after, most));
  }

  saveArtifacts(some: readonly Artifact[], by?: VersionAuthor): Promise<void> {
    return this.#engine.write(() => artifacts.saveArtifacts(some, by));
  }

  artifact(hash: string): Promise<Artifact | undefined> {
    return this.#engine.read(() => artifacts.findArtifact(hash));
  }

  generations(): Promise<readonly GenerationUse[]> {
    return this.#engine.runQuery(artifacts.listGenerationUse);
  }

  mappingVersions(mapping: string): Promise<readonly NumberedVersion[]> {
    return this.#engine.runQuery(() => artifacts.listMappingVersions(mapping));
  }

  addPublication(publication: NewPublication): Promise<number> {
    return this.#engine.write(() => publications.addPublication(publication));
  }

  publications(): Promise<readonly Publication[]> {
    return this.#engine.runQuery(publications.listPublications);
  }

  orderState(address: string): Promise<string | undefined> {
    return this.#engine.read(() => reading.findOrderState(address));
  }

  findCursor(channel: string): Promise<Cursor | undefined> {
    return this.#engine.read(() => receiving.findCursor(channel));
  }

  findKnownFiles(claimIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#engine.read(() => receiving.findKnownFiles(claimIds));
  }

  listRememberedFiles(folder: string): Promise<readonly RememberedFile[]> {
    return this.#engine.read(() => remembering.listRememberedFiles(folder));
  }

  forget(folder: string, names: readonly string[]): Promise<void> {
    return this.#engine.write(() => remembering.forget(folder, names));
  }

  list(query: MessageQuery): Promise<readonly Message[]> {
    return this.#engine.runQuery(() => reading.list(this.#dialect, query));
  }

  findByNumber(query: NumberQuery): Promise<readonly Message[]> {
    return this.#engine.runQuery(() => numbers.findMessagesByNumber(query));
  }

  listByOrderKeys(orderKeys: readonly string[], limit: number): Promise<readonly Message[]> {
    return this.#engine.runQuery(() => numbers.listMessagesByOrderKeys(orderKeys, limit));
  }

  listBusinessKeys(ids: readonly number[]): Promise<readonly MessageBusinessKey[]> {
    return this.#engine.runQuery(() => numbers.listBusinessKeys(ids));
  }

  hasSettledAs(outcomes: readonly Outcome[]): Promise<boolean> {
    return this.#engine.runQuery(() => reading.hasSettledAs(outcomes));
  }

  attempts(id: number): Promise<readonly Attempt[]> {
    return this.#engine.read(() => attempts.listAttempts(id));
  }

  tasks(query: TaskQuery): Promise<readonly Task[]> {
    return this.#engine.runQuery(() => tasks.listTasks(query));
  }

  parts(id: number): Promise<readonly PartInfo[]> {
    return this.#engine.read(() => blobs.listMessageParts(id));
  }

  countByState(): Promise<readonly { readonly state: Message['state']; readonly count: number }[]> {
    return this.#engine.runQuery(() => reading.countByState());
  }

  summarizeBacklog(): Promise<BacklogSummary> {
    return this.#engine.runQuery(() => summarizeBacklog(steadyNow()));
  }

  countOpenMessages(): Promise<readonly OpenMessageCount[]> {
    return this.#engine.runQuery(() => countOpenMessages(steadyNow()));
  }

  prune(expiry: RetentionCutoff, most: number): Promise<number> {
    return this.#engine.write(() => retention.prune(this.#dialect, expiry, most));
  }

  readSerial(): Promise<number> {
    return this.#engine.read(() => readSerial());
  }

  raiseSerial(): Promise<number> {
    return this.#engine.write(() => raiseSerial(this.#dialect, Date.now()));
  }

  shrink(): Promise<boolean> {
    return this.#engine.shrink();
  }

  checkPart(): Promise<boolean> {
    return this.#engine.checkPart();
  }

  verify(): Promise<readonly string[]> {
    return verify(this.#engine);
  }

  trouble(): LocalizedText | undefined {
    return this.#engine.trouble();
  }

  isAlive(): boolean {
    return this.#engine.alive();
  }

  async close(): Promise<void> {
    await this.#release();
    await this.#engine.close();
  }

  /** Each time while we have nothing in hand, as after a start, else each second: it costs a call of the database. */
  async #freeLost(
    kind: 'check' | Direction,
    { busy, large }: CapacityQuery,
    look: () => SqlSteps<readonly number[]>,
  ): Promise<void> {
    const work = `${kind} ${large}`;
    const time = performance.now();
    if (busy.length > 0 && time - (this.#looked.get(work) ?? 0) < lookForLostEvery) return;
    this.#looked.set(work, time);
    const lost = await this.#engine.read(look);
    if (lost.length > 0) await this.#engine.write(() => releaseLostClaims(this.#owner, lost));
  }

  /** The last that we do to a message for now. */
  #leaving(id: number, steps: () => SqlSteps<void>): Promise<void> {
    const dialect = this.#dialect;
    return this.#held(id, function* () {
      yield* steps();
      yield* commands.carryOutWaitingDiscards(dialect, id);
    });
  }

  /** Changes an open message that nobody else has in hand. Rejects with LeaseLost. */
  #held<T>(id: number, steps: () => SqlSteps<T>): Promise<T> {
    const { assertInHand: hold } = ending;
    const [dialect, owner] = [this.#dialect, this.#owner];
    return this.#engine.write(function* () {
      yield* hold(dialect, owner, id);
      return yield* steps();
    });
  }
}

const lanesOf = (messages: readonly Message[]): readonly string[] => messages.map(({ lane }) => lane);
