import { openDescriptions } from '../../formats/description-folders.ts';
import type { Formats } from '../../formats/document-format.ts';
import { buildFileFormats } from '../../formats/format-registry.ts';
import type { Artifact } from '../../journal/model/message.ts';
import { buildSnapshotSource, type FileSource } from '../../system/file-source.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { Finding } from '../../types.ts';
import { mappingFolders } from '../channel/mapping-folders.ts';
import type { EmbeddedFile } from '../check/embedded-files.ts';
import type { PrepareTask } from '../prepare/prepare-task.ts';
import { type DistinctChannel, isBlocking } from '../runtime/distinct-channels.ts';
import { hashMappingsInUse } from '../runtime/mappings-hash.ts';
import { type OwnFolders, type RuntimeSnapshot, takeSnapshot } from '../runtime/runtime-snapshot.ts';
import type { UsedVersions } from '../runtime/used-versions.ts';
import { Generation } from './generation.ts';
import { IsolatedProcess, type StepRunner } from './isolated-process.ts';
import type { CheckReply, CheckTask, EmbeddedTask, JoinTask, PrepareReply } from './step-worker.ts';
import { WorkersNotStarted } from './task-clock.ts';

export { DeadlineExceeded } from './generation.ts';

/** What became of a look at edited mappings and XSDs. */
export interface RenewalResult {
  /** They are in use now. */
  readonly taken: boolean;
  /** What is wrong with them. */
  readonly findings: readonly Finding[];
}

/** Of a step, in milliseconds. */
const deadline = 120_000;

/** Generations whose texts are remembered: of each channel one, and some of before a reload. */
const mostArtifacts = 100;

/** Runs check and prepare outside the event loop, under a deadline, always in the newest generation. */
export class Workers {
  readonly #own: OwnFolders;
  #current: Promise<Generation>;
  /** Generations that were replaced and still finish what they have begun. */
  readonly #leaving = new Set<Promise<void>>();
  #waiting = new Map<string, string>();
  /** What works alone, and for which generation. */
  #alone: { readonly generation: Generation; readonly process: IsolatedProcess } | undefined;
  #hashed: { readonly snapshot: RuntimeSnapshot; readonly hash: string } | undefined;
  /** By generation. */
  readonly #artifacts = new Map<string, readonly Artifact[]>();
  #formats = buildFileFormats();
  /** Those in use, for whoever looks at files on the thread that serves everybody; delivered ones until the first are read. */
  readonly formats: Formats;
  /** What was last found wrong with those in use. */
  #faults: readonly Finding[] = [];

  constructor(own: OwnFolders = {}) {
    this.#own = own;
    const inUse = () => this.#formats;
    this.formats = {
      get names() {
        return inUse().names;
      },
      load: (name) => inUse().load(name),
    };
    this.#current = this.#beginNoted();
  }

  /** Channels whose messages wait, because their mappings or XSDs do not work as they are in use now; and why. */
  get waitingChannels(): ReadonlyMap<string, string> {
    return this.#waiting;
  }

  /** Stands for the mappings and XSDs in use: another object when they are others. */
  get generation(): object {
    return this.#current;
  }

  /** Forgets which channels wait: another config may name other mappings for them. */
  forgetWaiting(): void {
    this.#waiting = new Map();
  }

  /** Large bytes of a task are handed over: here they are empty afterwards. */
  check(task: CheckTask): Promise<CheckReply> {
    return this.#check(task, (generation) => generation);
  }

  /** The same steps, one at a time in a process that does nothing else. They reject with `ProcessEnded` when that ends. */
  readonly isolated: StepRunner = {
    check: (task) => this.#check(task, (generation) => this.#processOf(generation)),
    prepare: (task) => this.#prepare(task, (generation) => this.#processOf(generation)),
  };

  async #check(task: CheckTask, by: (generation: Generation) => StepRunner): Promise<CheckReply> {
    const { waitingChannels: waiting } = this;
    const result = await by(await this.#ready()).check(task);
    this.#note(result.made);
    // of the generation before it would be no news
    if (result.verdict === 'wait' && waiting === this.#waiting)
      this.#waiting.set(task.channel.name, result.reason);
    return result;
  }

  /** The files inside a checked document. */
  async embedded(task: EmbeddedTask): Promise<readonly EmbeddedFile[]> {
    return await (await this.#ready()).embedded(task);
  }

  /** Documents of one file as a file. */
  async join(task: JoinTask): Promise<Uint8Array> {
    return await (await this.#current).join(task);
  }

  prepare(task: PrepareTask): Promise<PrepareReply> {
    return this.#prepare(task, (generation) => generation);
  }

  async #prepare(task: PrepareTask, by: (generation: Generation) => StepRunner): Promise<PrepareReply> {
    const prepared = await by(await this.#ready()).prepare(task);
    this.#note(prepared.made);
    return prepared;
  }

  #processOf(generation: Generation): IsolatedProcess {
    if (this.#alone?.generation === generation) return this.#alone.process;
    void this.#alone?.process.close();
    const process = new IsolatedProcess(generation.snapshot, deadline);
    this.#alone = { generation, process };
    return process;
  }

  /** The texts of what made something here, of the latest generations. */
  artifacts(generation: string): readonly Artifact[] | undefined {
    return this.#artifacts.get(generation);
  }

  /** What is wrong with the mappings and XSDs that are in use now. */
  async prove(used: readonly DistinctChannel[]): Promise<readonly Finding[]> {
    this.#faults = await (await this.#ready()).prove(used);
    return this.#faults;
  }

  /** Mappings, tables and formats as they were when those in use were read: bounded, and never the disk itself. */
  async readFiles(): Promise<FileSource> {
    return buildSnapshotSource((await this.#ready()).snapshot.files);
  }

  /** What of one's own folder of mappings is in use, as one hash, and what it was said to be published as before it was read. */
  async readMappingsInUse(): Promise<{ readonly hash: string; readonly published: string | undefined }> {
    const { snapshot } = await this.#ready();
    if (this.#hashed?.snapshot !== snapshot) this.#hashed = { snapshot, hash: hashMappingsInUse(snapshot) };
    return { hash: this.#hashed.hash, published: snapshot.published };
  }

  /** How the user's folders looked when those in use were read. */
  async readStamps(): Promise<RuntimeSnapshot['stamps']> {
    return (await this.#ready()).snapshot.stamps;
  }

  /** Takes up mappings, tables and XSDs as they are now, if all is well with those in use, or if some are mended by it. */
  async renew(used: readonly DistinctChannel[]): Promise<RenewalResult> {
    const before = await this.#current.catch(() => undefined);
    const next = await this.#begin(before?.snapshot);
    const findings = await next.prove(used).catch(async (error: unknown) => {
      await next.close();
      throw error;
    });
    const taken = findings.length === 0 || this.#isMended(findings);
    if (!taken) await next.close();
    else this.#swap(next, before, findings);
    return { taken, findings };
  }

  async close(): Promise<void> {
    const current = await this.#current.catch(() => undefined);
    await Promise.all([this.#alone?.process.close(), current?.close(), ...this.#leaving]);
  }

  /** Without one all wait, and the next to ask has it begun anew: it is no fault of a message. */
  async #ready(): Promise<Generation> {
    const current = this.#current;
    try {
      return await current;
    } catch (cause) {
      if (this.#current === current) this.#current = this.#beginNoted();
      throw new WorkersNotStarted(`The mappings and XSDs could not be read: ${reasonOf(cause)}`, { cause });
    }
  }

  /** That it failed is told to whoever asks for a step. */
  #beginNoted(): Promise<Generation> {
    const generation = this.#begin();
    generation.then(
      ({ snapshot }) => this.#take(snapshot),
      () => undefined,
    );
    return generation;
  }

  #note(made: UsedVersions | undefined): void {
    if (made?.artifacts === undefined) return;
    this.#artifacts.set(made.generation, made.artifacts);
    const [oldest] = this.#artifacts.keys();
    if (this.#artifacts.size > mostArtifacts && oldest !== undefined) this.#artifacts.delete(oldest);
  }

  async #begin(before?: RuntimeSnapshot): Promise<Generation> {
    return new Generation(await takeSnapshot(this.#own, before), deadline);
  }

  /** Less is broken than now, and nothing else. */
  #isMended(findings: readonly Finding[]): boolean {
    const known = new Set(this.#faults.map((finding) => JSON.stringify(finding)));
    return (
      findings.every((finding) => known.has(JSON.stringify(finding))) &&
      findings.filter(isBlocking).length < this.#faults.filter(isBlocking).length
    );
  }

  #take({ own, files }: RuntimeSnapshot): void {
    this.#formats = buildFileFormats(
      openDescriptions(mappingFolders(own.mappings), buildSnapshotSource(files)),
    );
  }

  #swap(next: Generation, before: Generation | undefined, faults: readonly Finding[]): void {
    this.#current = Promise.resolve(next);
    this.#take(next.snapshot);
    this.#faults = faults;
    this.#waiting = new Map();
    const gone = before?.close() ?? Promise.resolve();
    this.#leaving.add(gone);
    void gone.finally(() => this.#leaving.delete(gone));
  }
}
