import type { Told } from '../findings/troubles.ts';
import type { StagedFile } from '../folders/interface.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics/meter.ts';
import { steadyNow } from '../steady-clock.ts';
import type { Direction, Finding, Outcome } from '../types.ts';
import * as artifacts from './artifacts.ts';
import * as attempts from './attempts.ts';
import * as binding from './binding.ts';
import * as blobs from './blobs.ts';
import { identify } from './business-keys.ts';
import { claim, claimedAndLost, lanesToClaim } from './claim.ts';
import * as collecting from './collecting.ts';
import * as commands from './commands.ts';
import { cursors, moveByHand } from './cursors.ts';
import { addDocuments, documentsOf, split } from './documents.ts';
import * as ending from './ending.ts';
import type {
  ChannelCursor,
  CheckQuery,
  ClaimQuery,
  Command,
  CommandResult,
  Cursor,
  CursorDecision,
  Expiry,
  HandsQuery,
  HistoryEntry,
  Journal,
  KeyOfMessage,
  KeyQuery,
  ListQuery,
  NewPublication,
  Occasion,
  OpenMessages,
  ParkOptions,
  Publication,
  PublishedFile,
  Reasoned,
  RememberedFile,
  Seen,
  Sighting,
  Standing,
  TakenCommand,
  Task,
  TaskQuery,
  Tried,
  Uncollected,
  VersionGiven,
} from './interface.ts';
import { joinLanes } from './join-lanes.ts';
import { lastInTurn } from './lanes.ts';
import { freeLost, lead, leave, leaveAll, turns } from './leases.ts';
import type {
  Artifact,
  Attempt,
  AttemptEnd,
  Checked,
  FileDocument,
  GenerationUse,
  Identity,
  Message,
  NewMessage,
  NumberedVersion,
  PartInfo,
  PartRole,
  PreparedParts,
  Saw,
  Settlement,
  TriedStep,
} from './message.ts';
import { returnedAtOnce, returnToChannels } from './missing-channel.ts';
import * as numbers from './numbers.ts';
import * as publications from './publications.ts';
import * as reading from './reading.ts';
import * as receiving from './receiving.ts';
import * as remembering from './remembering.ts';
import * as retention from './retention.ts';
import * as order from './sequence.ts';
import { nextSerial, serial } from './serial.ts';
import { seen, sightings } from './sights.ts';
import { type Dialect, type Engine, one, type Steps } from './sql.ts';
import { openMessages, standing } from './standing.ts';
import * as tasks from './tasks.ts';
import { verify } from './verify.ts';
import { WatchedEngine } from './watched.ts';
import { SqlWatching, type Watching } from './watching.ts';

/** Milliseconds. */
const lookEvery = 1000;

interface JournalOptions {
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
  readonly suspects: number;
  readonly shared: boolean;
  readonly watching: Watching;
  readonly #engine: WatchedEngine;
  readonly #dialect: Dialect;
  readonly #owner: string;
  readonly #release: () => Promise<void>;
  /** Whose turn it was: the next one begins after it. */
  readonly #lastLane = { check: '', inbound: '', outbound: '' };
  /** When it was looked for what is lost, of each kind of work. */
  readonly #looked = new Map<string, number>();

  /** `release` is called before it closes. */
  constructor(
    engine: Engine,
    { id, owner, suspects = 0, log, meter, release = async () => undefined }: JournalOptions,
  ) {
    this.#engine = new WatchedEngine(engine, log, meter);
    this.#dialect = engine.dialect;
    this.shared = engine.dialect.shared;
    this.watching = new SqlWatching(this.#engine, engine.dialect);
    this.#owner = owner;
    this.#release = release;
    this.id = id;
    this.suspects = suspects;
  }

  bind(identity: string): Promise<void> {
    return this.#engine.write(() => binding.bind(identity));
  }

  async receive(
    documents: readonly NewMessage[],
    { cursor, lead }: Occasion = {},
  ): Promise<readonly (number | undefined)[]> {
    await blobs.storeAhead(this.#engine, ...documents.map(({ bytes }) => bytes));
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

  async nextToCheck(query: CheckQuery): Promise<readonly Message[]> {
    if (this.shared) await this.#freeLost('check', query, () => order.takenAndLost(this.#owner, query));
    const last = this.#lastLane.check;
    const lanes = await this.#engine.read(() => order.lanesToCheck(query, last));
    if (lanes.length === 0) return [];
    const steps = () => order.nextToCheck(this.#dialect, this.#owner, lanes, query);
    const taken = await (this.shared ? this.#engine.write(steps) : this.#engine.read(steps));
    this.#lastLane.check = lastInTurn(lanesOf(taken), last);
    return taken;
  }

  async checked(id: number, result: Checked): Promise<void> {
    const { translated } = result;
    const dialect = this.#dialect;
    if (translated) await blobs.storeAhead(this.#engine, translated.bytes);
    return await this.#leaving(id, function* () {
      if (translated) yield* blobs.addTranslated(dialect, id, translated);
      yield* order.checked(dialect, id, result);
    });
  }

  recheck(id: number, reason: string): Promise<void> {
    return this.#leaving(id, () => ending.recheck(id, reason));
  }

  async addDocuments(file: number, documents: readonly FileDocument[], generation: string): Promise<void> {
    await blobs.storeAhead(
      this.#engine,
      ...documents.flatMap(({ bytes, envelope }) => (envelope ? [bytes, envelope] : [bytes])),
    );
    return await this.#held(file, () => addDocuments(this.#dialect, file, documents, generation));
  }

  split(file: number, count: number, reason: string, findings: readonly Finding[]): Promise<void> {
    return this.#held(file, () => split(this.#dialect, file, count, reason, findings));
  }

  documents(file: number): Promise<readonly Message[]> {
    return this.#engine.read(() => documentsOf(file));
  }

  async identify(id: number, identity: Identity): Promise<void> {
    const { translated } = identity;
    const dialect = this.#dialect;
    if (translated) await blobs.storeAhead(this.#engine, translated.bytes);
    return await this.#held(id, function* () {
      if (translated) yield* blobs.addTranslated(dialect, id, translated);
      yield* identify(id, identity);
    });
  }

  async claim(query: ClaimQuery): Promise<readonly Message[]> {
    const { direction } = query;
    await this.#freeLost(direction, query, () => claimedAndLost(this.#owner, query));
    const last = this.#lastLane[direction];
    const lanes = await this.#engine.read(() => lanesToClaim(query, last));
    if (lanes.length === 0) return [];
    const claimed = await this.#engine.write(() => claim(this.#dialect, this.#owner, query, lanes));
    this.#lastLane[direction] = lastInTurn(lanesOf(claimed), last);
    return claimed;
  }

  async gathered(id: number, bytes: Uint8Array, identity: Identity): Promise<void> {
    const dialect = this.#dialect;
    await blobs.storeAhead(this.#engine, bytes);
    return await this.#held(id, function* () {
      yield* blobs.addPart(dialect, id, 'gathered', bytes);
      yield* identify(id, identity);
    });
  }

  async learned(id: number, change: NonNullable<Settlement['change']>, body?: Uint8Array): Promise<void> {
    const dialect = this.#dialect;
    if (body) await blobs.storeAhead(this.#engine, body);
    return await this.#held(id, function* () {
      if (body) yield* blobs.addPart(dialect, id, 'named', body);
      yield* ending.learned(dialect, id, change);
    });
  }

  async prepared(
    id: number,
    made: PreparedParts,
  ): Promise<{ readonly attempt: number; readonly sequence: number }> {
    await blobs.storeAhead(this.#engine, made.bytes);
    return await this.#held(id, () => attempts.prepared(this.#dialect, id, made));
  }

  uploaded(hash: string): Promise<string | undefined> {
    return this.#engine.read(() => receiving.uploaded(hash));
  }

  noteUpload(hash: string, objectId: string): Promise<void> {
    return this.#engine.write(() => receiving.noteUpload(hash, objectId));
  }

  gathering(id: number): Promise<number> {
    return this.#held(id, () => attempts.startAttempt(id, 'gather'));
  }

  again(id: number): Promise<number> {
    return this.#held(id, () => attempts.startAttempt(id, 'deliver'));
  }

  staged(id: number, attempt: number, file: StagedFile): Promise<void> {
    return this.#held(id, () => attempts.staged(id, attempt, file));
  }

  ended(id: number, attempt: number, result: AttemptEnd): Promise<void> {
    return this.#held(id, () => attempts.ended(this.#dialect, id, attempt, result));
  }

  tried(id: number, step: TriedStep, failure?: string): Promise<Tried> {
    return this.#engine.write(() => attempts.tried(id, step, failure));
  }

  wentWell(id: number, attempt: number): Promise<void> {
    return this.#engine.write(() => attempts.wentWell(id, attempt));
  }

  wait(id: number, due: number, reason: string, saw?: Saw): Promise<void> {
    return this.#leaving(id, () => ending.wait(this.#dialect, id, due, reason, saw));
  }

  park(
    id: number,
    reason: string,
    findings: readonly Finding[],
    saw?: Saw,
    options: ParkOptions = {},
  ): Promise<void> {
    return this.#leaving(id, () => ending.park(this.#dialect, id, { reason, findings, saw, ...options }));
  }

  settle(id: number, settlement: Settlement): Promise<void> {
    return this.#held(id, () => ending.settle(this.#dialect, id, settlement));
  }

  uncollected(of: Uncollected): Promise<readonly PublishedFile[]> {
    return this.#engine.read(() => collecting.uncollected(of));
  }

  collected(ids: readonly number[]): Promise<void> {
    return this.#engine.write(() => collecting.collected(ids));
  }

  filed(message: Pick<Message, 'id' | 'ends'>, place: string): Promise<void> {
    return this.#engine.write(() => ending.filed(this.#dialect, this.#owner, message, place));
  }

  unfiled(except: readonly string[] = []): Promise<readonly Message[]> {
    const steps = () => ending.unfiled(this.#dialect, this.#owner, except);
    return this.shared ? this.#engine.write(steps) : this.#engine.read(steps);
  }

  lead(name: string): Promise<boolean> {
    if (!this.shared) return Promise.resolve(true);
    return this.#engine.write(() => lead(this.#dialect, this.#owner, name));
  }

  async leave(name: string): Promise<void> {
    if (this.shared) await this.#engine.write(() => leave(this.#owner, name));
  }

  async leaveAll(but: string): Promise<void> {
    if (this.shared) await this.#engine.write(() => leaveAll(this.#owner, but));
  }

  turns(count: number, interval: number): Promise<number> {
    return this.#engine.write(() => turns(this.#dialect, count, interval));
  }

  async command(command: Command): Promise<number> {
    if (command.bytes) await blobs.storeAhead(this.#engine, command.bytes);
    return await this.#engine.write(() => commands.leave(this.#dialect, command));
  }

  async takeCommands(): Promise<readonly TakenCommand[]> {
    const open = await this.#engine.read(() =>
      one('select 1 as n from command where result is null limit 1'),
    );
    return open ? this.#engine.write(() => commands.takeCommands(this.#dialect)) : [];
  }

  commandResult(command: number): Promise<CommandResult | undefined> {
    return this.#engine.read(() => commands.commandResult(command));
  }

  history(id?: number): Promise<readonly HistoryEntry[]> {
    return this.#engine.read(() => commands.history(id));
  }

  note(entry: Omit<HistoryEntry, 'at'>): Promise<void> {
    return this.#engine.write(() => commands.note(entry));
  }

  moveCursor(decision: CursorDecision): Promise<string | undefined> {
    return this.#engine.write(() => moveByHand(decision));
  }

  takeSeen(channel: string, folder: string, reasoned: Reasoned): Promise<number> {
    return this.#engine.write(() => remembering.takeSeen(channel, folder, reasoned));
  }

  rebind(to: string, reasoned: Reasoned): Promise<string | undefined> {
    return this.#engine.write(() => binding.rebind(to, reasoned));
  }

  bound(): Promise<string | undefined> {
    return this.#engine.read(binding.bound);
  }

  cursors(): Promise<readonly ChannelCursor[]> {
    return this.#engine.read(cursors);
  }

  message(id: number): Promise<Message | undefined> {
    return this.#engine.read(() => reading.message(id));
  }

  async part(id: number, role: PartRole): Promise<Uint8Array | undefined> {
    const hash = await this.#engine.read(() => blobs.partHash(id, role));
    return hash === undefined ? undefined : await this.body(hash);
  }

  body(hash: string): Promise<Uint8Array | undefined> {
    return blobs.readBlob(this.#engine, hash);
  }

  seen(id: number): Promise<Seen | undefined> {
    return this.#engine.read(() => seen(id));
  }

  sightings(after: number, most: number): Promise<readonly Sighting[]> {
    return this.#engine.browse(() => sightings(after, most));
  }

  keepArtifacts(some: readonly Artifact[], by?: VersionGiven): Promise<void> {
    return this.#engine.write(() => artifacts.keep(some, by));
  }

  artifact(hash: string): Promise<Artifact | undefined> {
    return this.#engine.read(() => artifacts.artifact(hash));
  }

  generations(): Promise<readonly GenerationUse[]> {
    return this.#engine.browse(artifacts.uses);
  }

  mappingVersions(mapping: string): Promise<readonly NumberedVersion[]> {
    return this.#engine.browse(() => artifacts.versions(mapping));
  }

  addPublication(publication: NewPublication): Promise<number> {
    return this.#engine.write(() => publications.addPublication(publication));
  }

  publications(): Promise<readonly Publication[]> {
    return this.#engine.browse(publications.publications);
  }

  orderState(address: string): Promise<string | undefined> {
    return this.#engine.read(() => reading.orderState(address));
  }

  cursor(channel: string): Promise<Cursor | undefined> {
    return this.#engine.read(() => receiving.cursor(channel));
  }

  knownFiles(claimIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#engine.read(() => receiving.knownFiles(claimIds));
  }

  remembered(folder: string): Promise<readonly RememberedFile[]> {
    return this.#engine.read(() => remembering.remembered(folder));
  }

  forget(folder: string, names: readonly string[]): Promise<void> {
    return this.#engine.write(() => remembering.forget(folder, names));
  }

  list(query: ListQuery): Promise<readonly Message[]> {
    return this.#engine.browse(() => reading.list(this.#dialect, query));
  }

  withNumber(query: KeyQuery): Promise<readonly Message[]> {
    return this.#engine.browse(() => numbers.withNumber(query));
  }

  ofOrderKeys(orderKeys: readonly string[], limit: number): Promise<readonly Message[]> {
    return this.#engine.browse(() => numbers.ofOrderKeys(orderKeys, limit));
  }

  numbersOf(ids: readonly number[]): Promise<readonly KeyOfMessage[]> {
    return this.#engine.browse(() => numbers.numbersOf(ids));
  }

  hasEnded(outcomes: readonly Outcome[]): Promise<boolean> {
    return this.#engine.browse(() => reading.hasEnded(outcomes));
  }

  attempts(id: number): Promise<readonly Attempt[]> {
    return this.#engine.read(() => attempts.attempts(id));
  }

  tasks(query: TaskQuery): Promise<readonly Task[]> {
    return this.#engine.browse(() => tasks.tasks(query));
  }

  parts(id: number): Promise<readonly PartInfo[]> {
    return this.#engine.read(() => blobs.parts(id));
  }

  counts(): Promise<readonly { readonly state: Message['state']; readonly count: number }[]> {
    return this.#engine.browse(() => reading.counts());
  }

  standing(): Promise<Standing> {
    return this.#engine.browse(() => standing(steadyNow()));
  }

  open(): Promise<readonly OpenMessages[]> {
    return this.#engine.browse(() => openMessages(steadyNow()));
  }

  prune(expiry: Expiry, most: number): Promise<number> {
    return this.#engine.write(() => retention.prune(this.#dialect, expiry, most));
  }

  serial(): Promise<number> {
    return this.#engine.read(() => serial());
  }

  nextSerial(): Promise<number> {
    return this.#engine.write(() => nextSerial(this.#dialect, Date.now()));
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

  trouble(): Told | undefined {
    return this.#engine.trouble();
  }

  alive(): boolean {
    return this.#engine.alive();
  }

  async close(): Promise<void> {
    await this.#release();
    await this.#engine.close();
  }

  /** Each time while we have nothing in hand, as after a start, else each second: it costs a call of the database. */
  async #freeLost(
    kind: 'check' | Direction,
    { busy, large }: HandsQuery,
    look: () => Steps<readonly number[]>,
  ): Promise<void> {
    const work = `${kind} ${large}`;
    const time = performance.now();
    if (busy.length > 0 && time - (this.#looked.get(work) ?? 0) < lookEvery) return;
    this.#looked.set(work, time);
    const lost = await this.#engine.read(look);
    if (lost.length > 0) await this.#engine.write(() => freeLost(this.#owner, lost));
  }

  /** The last that we do to a message for now. */
  #leaving(id: number, steps: () => Steps<void>): Promise<void> {
    const dialect = this.#dialect;
    return this.#held(id, function* () {
      yield* steps();
      yield* commands.afterHands(dialect, id);
    });
  }

  /** Changes an open message that nobody else has in hand. Rejects with LeaseLost. */
  #held<T>(id: number, steps: () => Steps<T>): Promise<T> {
    const { hold } = ending;
    const [dialect, owner] = [this.#dialect, this.#owner];
    return this.#engine.write(function* () {
      yield* hold(dialect, owner, id);
      return yield* steps();
    });
  }
}

const lanesOf = (messages: readonly Message[]): readonly string[] => messages.map(({ lane }) => lane);
