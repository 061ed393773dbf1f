import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import type { Message } from '../../journal/model/message.ts';
import { renderDifference } from '../../replay/replay-all.ts';
import type { ProvenanceReply } from '../../replay/replay-worker.ts';
import type { NotReplayable } from '../../replay/rerun/message-record.ts';
import { notReplayableReasons } from '../../replay/rerun/not-replayable.ts';
import {
  judgeReplay,
  type PreparedReplay,
  prepareReplay,
  type ReplaySite,
} from '../../replay/rerun/replay-message.ts';
import { ReplayPool } from '../../replay/rerun/replay-pool.ts';
import type { ProvenanceReport } from '../../replay/value-provenance.ts';
import { escapeControls } from '../../text/visible.ts';
import type { Language } from '../../types.ts';
import { traceWords } from './trace-words.ts';

/** Runs messages again as they were, for what leads their values back. Messages of one version after the other share its threads. */
export class ProvenanceReporter {
  /** Of the config. */
  readonly language: Language;
  readonly #site: ReplaySite;
  #ready: { readonly version: string; readonly pool: ReplayPool } | undefined;

  constructor(site: ReplaySite) {
    this.#site = site;
    this.language = languageOf(site);
  }

  /**
   * Where each value of what came of a message comes from (rule, place in the document, row of a table), as a text; or why that
   * cannot be told.
   */
  async renderProvenance(id: number): Promise<string> {
    const ready = await prepareReplay(this.#site, id);
    if (ready === undefined) throw new Error(`There is no message ${id}.`);
    if (typeof ready === 'string') return cannotRun(id, ready, this.language);
    const say = traceWords[this.language];
    try {
      const now = await this.run(ready);
      const judgement = judgeReplay(ready, now);
      const what = journalText(renderDifference(judgement), this.language);
      const end = judgement.kind === 'same' ? say.same : fillTemplate(say.other, { what });
      return traceText(ready, now, end, this.language);
    } catch (error) {
      // a bundle without it helps too, and it is said here
      return `${fillTemplate(say.failed, { id, why: escapeControls(explainFailure(error)[this.language]) })}\n`;
    }
  }

  /** Rejects with ReplayTimeout. */
  async run({ version, task }: Pick<PreparedReplay, 'version' | 'task'>): Promise<ProvenanceReply> {
    const pool = await this.#poolOf(task.version, version);
    return pool.run<ProvenanceReply>('explainStep', { ...task, language: this.language });
  }

  /** The document of a message that came in a file with others, as a file of its own; undefined of others, and where that cannot be made. */
  async makeOwnFile({ id, source }: Message): Promise<Uint8Array | undefined> {
    if (source.kind !== 'document') return undefined;
    const ready = await prepareReplay(this.#site, id);
    return typeof ready === 'object' ? this.joinOwnFile(ready) : undefined;
  }

  async joinOwnFile({ version, task }: Pick<PreparedReplay, 'version' | 'task'>): Promise<Uint8Array> {
    const pool = await this.#poolOf(task.version, version);
    return pool.run<Uint8Array>('makeFile', task);
  }

  /** To load a version takes longer than to run a message. */
  async #poolOf(name: string, { snapshot }: PreparedReplay['version']): Promise<ReplayPool> {
    if (this.#ready?.version === name) return this.#ready.pool;
    await this.close();
    const pool = new ReplayPool({ [name]: snapshot }, 1);
    this.#ready = { version: name, pool };
    return pool;
  }

  async close(): Promise<void> {
    const ready = this.#ready;
    this.#ready = undefined;
    await ready?.pool.close();
  }
}

/** All channels of a config have one. */
const languageOf = ({ channels: [channel] }: ReplaySite): Language => channel?.language ?? 'en';

const cannotRun = (id: number, why: NotReplayable, language: Language): string =>
  `${fillTemplate(traceWords[language].cannot, { id, why: journalText(notReplayableReasons[why], language) })}\n`;

/** `end`: what comes of it now, held against then. */
export function traceText(
  { record }: PreparedReplay,
  now: ProvenanceReply,
  end: string,
  language: Language,
): string {
  const { step, said, at } = record.seen;
  const say = traceWords[language];
  const head = fillTemplate(say.head, { id: record.message.id, at, step, said: journalText(said, language) });
  return [
    `${head} ${escapeControls(end)}`,
    '',
    ...(now.trace
      ? traceLines(now.trace, say)
      : [now.result.said === 'deliver' ? say.asItIs : say.noMapping]),
    '',
  ].join('\n');
}

function traceLines(
  { mapping, values, told, lines }: ProvenanceReport,
  say: (typeof traceWords)[Language],
): readonly string[] {
  return [fillTemplate(told < values ? say.valuesOfWhich : say.values, { mapping, values, told }), ...lines];
}
