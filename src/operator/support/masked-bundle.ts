import { fillTemplate } from '../../findings/create-finding.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Attempt, Message } from '../../journal/model/message.ts';
import type { Masker } from '../../mapping/mask/masker.ts';
import { type MaskedInput, MaskedVersions, maskedInput, whyLeftOut } from '../../replay/masked.ts';
import type { ProvenanceReply } from '../../replay/replay-worker.ts';
import { notReplayableReasons } from '../../replay/rerun/not-replayable.ts';
import { type PreparedReplay, prepareReplay, type ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { Finding } from '../../types.ts';
import { type BundleFile, bodyFile, json } from './bundle-files.ts';
import { Fingerprints } from './fingerprints.ts';
import { ProvenanceReporter, traceText } from './message-provenance.ts';
import { traceWords } from './trace-words.ts';

/**
 * Masked files of messages. Only what went in is masked (documents, order state, tables, mappings); what came out is made anew from
 * that, so that nothing in it can name anybody. Whatever else the journal has in words (answers, reasons, decisions) is left out.
 */
export class MaskedBundle {
  readonly #journal: Journal;
  readonly #site: ReplaySite | undefined;
  readonly #masker: Masker;
  readonly #masked: MaskedVersions;
  readonly #tracer: ProvenanceReporter | undefined;
  readonly #fingerprints: Fingerprints | undefined;
  /** Folders of versions, numbered: a hash would say whether somebody guessed right what they are made of. */
  readonly #folders = new Map<string, string>();

  constructor(journal: Journal, site: ReplaySite | undefined, masker: Masker) {
    [this.#journal, this.#site, this.#masker] = [journal, site, masker];
    this.#tracer = site && new ProvenanceReporter(site);
    this.#masked = new MaskedVersions(masker);
    this.#fingerprints = site && new Fingerprints(site, this.#masked);
  }

  async *filesOf(message: Message): AsyncGenerator<BundleFile> {
    const folder = `message-${message.id}`;
    yield [`${folder}/message.json`, json(await this.#facts(message))];
    const input = await this.#input(message);
    if (typeof input === 'string') yield [`${folder}/left-out.txt`, leftOutText([input])];
    else yield* this.#runFiles(folder, input);
  }

  async close(): Promise<void> {
    await this.#tracer?.close();
    await this.#fingerprints?.close();
    this.#masked.dispose();
  }

  /** Its documents masked and ready to run, or why they are left out. */
  async #input({ id }: Message): Promise<Masked | string> {
    const ready = this.#site && (await prepareReplay(this.#site, id));
    if (this.#site === undefined || ready === undefined)
      return 'all documents: the config has errors (gateway check tells them).';
    if (typeof ready === 'string')
      return `all documents: it cannot be run again, because ${notReplayableReasons[ready]}.`;
    try {
      await this.#learn(ready);
      return {
        ready,
        masked: await maskedInput(this.#site, ready, this.#masked, this.#fingerprints?.masked),
      };
    } catch (error) {
      return `all documents: ${whyLeftOut(error)}`;
    }
  }

  /** What the state of its order is compared by. */
  async #learn(ready: PreparedReplay): Promise<void> {
    const tracer = this.#tracer;
    if (tracer) await this.#fingerprints?.learn(ready, async (one) => (await tracer.run(one)).result);
  }

  async *#runFiles(folder: string, { ready, masked }: Masked): AsyncGenerator<BundleFile> {
    const { given, files, leftOut } = masked;
    yield bodyFile(`${folder}/received`, given.check.bytes);
    if (given.prepare.gathered) yield bodyFile(`${folder}/gathered`, given.prepare.gathered);
    if (given.prepare.state !== undefined) yield [`${folder}/state.json`, given.prepare.state];
    for (const [hash, bytes] of Object.entries(given.prepare.bodies))
      yield bodyFile(`${folder}/named-${hash.slice(0, 12)}`, bytes);
    yield* this.#ownFiles(folder, ready.task, files);
    yield* this.#outcomeFiles(folder, ready, masked);
    if (leftOut.length > 0) yield [`${folder}/left-out.txt`, leftOutText(leftOut)];
  }

  /** Messages of one version share its files. */
  *#ownFiles(
    folder: string,
    { version }: PreparedReplay['task'],
    files: MaskedInput['files'],
  ): Generator<BundleFile> {
    const own = Object.entries(files);
    if (own.length === 0) return;
    const known = this.#folders.get(version);
    const madeWith = known ?? `made-with-${this.#folders.size + 1}`;
    this.#folders.set(version, madeWith);
    yield [`${folder}/made-with.json`, json({ folder: `${madeWith}/own` })];
    if (known === undefined) for (const [name, text] of own) yield [`${madeWith}/own/${name}`, text];
  }

  /** What comes of it now, and where each value comes from. */
  async *#outcomeFiles(
    folder: string,
    ready: PreparedReplay,
    { given, snapshot }: MaskedInput,
  ): AsyncGenerator<BundleFile> {
    const name = `masked ${ready.task.version}`;
    const version = { ...ready.version, snapshot, channel: given.check.channel };
    const run = { version, task: { ...ready.task, version: name, given } };
    try {
      const file = given.check.inFile && (await this.#tracer?.joinOwnFile(run));
      if (file) yield bodyFile(`${folder}/file`, file);
      const now = await this.#tracer?.run(run);
      if (now === undefined) return;
      const { bytes, change: _, address: __, ...result } = now.result;
      yield [`${folder}/result.json`, json(result)];
      if (bytes) yield bodyFile(`${folder}/prepared`, bytes);
      yield [
        `${folder}/trace.txt`,
        traceText(ready, now, this.#judgement(ready, now), this.#tracer?.language ?? 'en'),
      ];
    } catch {
      yield [`${folder}/trace.txt`, `${traceWords[this.#tracer?.language ?? 'en'].maskedFails}\n`];
    }
  }

  #judgement({ record: { message, seen } }: PreparedReplay, { result }: ProvenanceReply): string {
    const codes = message.findings.map(({ code }) => this.#masker.code(code));
    const isSame =
      result.step === seen.step &&
      result.said === seen.said &&
      (result.ended === undefined || codes.includes(result.ended) || codes.length === 0);
    const say = traceWords[this.#tracer?.language ?? 'en'];
    if (isSame) return say.maskedSame;
    const ended = result.ended === undefined ? '' : ` (${result.ended})`;
    return fillTemplate(say.maskedOther, { before: seen.said, now: `${result.said}${ended}` });
  }

  async #facts(message: Message): Promise<object> {
    const { id } = message;
    const attempts = (await this.#journal.attempts(id)).map(attemptFacts);
    const parts = (await this.#journal.parts(id)).map(({ role, size, at }) => ({ role, size, at }));
    const tasks = await this.#journal.tasks({ message: id, limit: mostTasks });
    const decisions = (await this.#journal.history(id)).map(({ at, action }) => ({ at, action }));
    return {
      message: this.#messageFacts(message),
      ...{ attempts, decisions, parts },
      tasks: tasks.map(({ finding }) => this.#findingFacts(finding)),
      documents: (await this.#journal.documents(id)).map((document) => document.id),
    };
  }

  #messageFacts(message: Message): object {
    const { id, receivedAt, direction, state, outcome, attempts, settledAt, lastStep, possiblyTwice } =
      message;
    return {
      ...{ id, receivedAt, channel: this.#masker.name(message.channel), direction, state, outcome },
      ...{ attempts, settledAt, lastStep, possiblyTwice, source: { kind: message.source.kind } },
      findings: message.findings.map((finding) => this.#findingFacts(finding)),
    };
  }

  /** What it says stands in result.json, in the words of the masked document. */
  #findingFacts({ code, severity, line, column, record }: Finding): object {
    return { code: this.#masker.code(code), severity, line, column, record };
  }
}

/** An order has no more lines. */
const mostTasks = 10_000;

interface Masked {
  readonly ready: PreparedReplay;
  readonly masked: MaskedInput;
}

const attemptFacts = ({ n, what, started, ended, status, unknown, published }: Attempt): object => ({
  ...{ n, what, started, ended, status, unknown, published },
});

const leftOutText = (lines: readonly string[]): string =>
  ['Left out, because it could not be masked:', ...lines.map((line) => `- ${line}`), ''].join('\n');
