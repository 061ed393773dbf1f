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

/** Runs messages again as they were, for what leads their values back. Messages of one version after the other share its threads. */
export class ProvenanceReporter {
  readonly #site: ReplaySite;
  #ready: { readonly version: string; readonly pool: ReplayPool } | undefined;

  constructor(site: ReplaySite) {
    this.#site = site;
  }

  /**
   * Where each value of what came of a message comes from (rule, place in the document, row of a table), as a text; or why that
   * cannot be told.
   */
  async renderProvenance(id: number): Promise<string> {
    const ready = await prepareReplay(this.#site, id);
    if (ready === undefined) throw new Error(`There is no message ${id}.`);
    if (typeof ready === 'string') return cannotRun(id, ready);
    try {
      const now = await this.run(ready);
      const judgement = judgeReplay(ready, now);
      const end = `Something else comes of it: ${renderDifference(judgement)}`;
      return traceText(ready, now, judgement.kind === 'same' ? 'The same comes of it.' : end);
    } catch (error) {
      // a bundle without it helps too, and it is said here
      return `Message ${id} cannot be run again: ${reasonOf(error)}\n`;
    }
  }

  /** Rejects with DoesNotEnd. */
  async run({ version, task }: Pick<PreparedReplay, 'version' | 'task'>): Promise<ProvenanceReply> {
    const pool = await this.#poolOf(task.version, version);
    return pool.run<ProvenanceReply>('explainStep', task);
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

export const cannotRun = (id: number, why: NotReplayable): string =>
  `Message ${id} cannot be run again, because ${notReplayableReasons[why]}.\n`;

const reasonOf = (error: unknown): string =>
  escapeControls(error instanceof Error ? error.message : String(error));

/** `end`: what comes of it now, held against then. */
export function traceText({ record }: PreparedReplay, now: ProvenanceReply, end: string): string {
  const { step, said, at } = record.seen;
  return [
    `Message ${record.message.id}, run again as it was at ${at} (${step}: ${said}). ${escapeControls(end)}`,
    '',
    ...(now.trace ? traceLines(now.trace) : [noMapping(now)]),
    '',
  ].join('\n');
}

const noMapping = ({ result }: ProvenanceReply): string =>
  result.said === 'deliver' ? 'No mapping ran: it goes as it is.' : 'No mapping ran.';

function traceLines({ mapping, values, told: first, lines }: ProvenanceReport): readonly string[] {
  const bound = first < values ? `, of which the first ${first} are told` : '';
  return [`Where each value of what ${mapping} made comes from: ${values} values${bound}`, ...lines];
}
