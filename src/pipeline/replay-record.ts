import type { MessageWork } from '../journal/journal.ts';
import type { Message, ReplayRecord, StepResult } from '../journal/model/message.ts';
import type { CheckVerdict } from './check/check-verdict.ts';
import type { PrepareResult, PrepareTask } from './prepare/prepare-task.ts';
import type { UsedVersions } from './runtime/used-versions.ts';
import type { Workers } from './workers/workers.ts';

/** What the journal keeps of each check and prepare, so that it can be run again later. */

/** How a step ran. `failed`: it threw or took too long, and the pipeline decided in its place. */
interface StepRun {
  readonly made?: UsedVersions | undefined;
  readonly failed?: true;
}

export const buildCheckRecord = (
  { forced }: Message,
  result: CheckVerdict & { readonly verdict: 'rejected' | 'parked' | 'ignored' } & StepRun,
): ReplayRecord => ({
  step: 'check',
  at: new Date().toISOString(),
  forced,
  said: stepResultOf(result, result.verdict === 'parked' ? 'park' : result.verdict),
  bodies: [],
  ...pickGeneration(result),
});

export const buildPrepareRecord = (
  { forced }: Message,
  prepared: PrepareResult & StepRun,
  { now, state, bodies }: Pick<PrepareTask, 'now' | 'state' | 'bodies'>,
): ReplayRecord => ({
  step: 'prepare',
  at: now,
  forced,
  said: stepResultOf(prepared, prepareResultOf(prepared)),
  bodies: Object.keys(bodies),
  ...(state === undefined ? {} : { state }),
  ...(prepared.lost === undefined ? {} : { lost: prepared.lost }),
  ...pickGeneration(prepared),
});

/** A message that is checked again comes to prepare once more: what it says then is noted. */
function prepareResultOf(prepared: PrepareResult): StepResult {
  if (prepared.kind === 'recheck' || prepared.kind === 'ask') return 'wait';
  return prepared.kind === 'settle' ? prepared.outcome : prepared.kind;
}

const stepResultOf = ({ failed }: StepRun, said: StepResult): StepResult => (failed ? 'failed' : said);

const pickGeneration = ({ made }: StepRun): Pick<ReplayRecord, 'generation'> =>
  made === undefined ? {} : { generation: made.generation };

interface ArtifactSaverParts {
  readonly journal: Pick<MessageWork, 'saveArtifacts'>;
  readonly workers: Pick<Workers, 'artifacts'>;
}

/** Milliseconds after which it is kept anew: the journal may have forgotten it (journal/postgres/server-change.ts). */
const keptFor = 600_000;

/** Keeps what messages are made with, before the first message that says so. */
export class ArtifactSaver {
  readonly #parts: ArtifactSaverParts;
  /** When; monotonic. */
  readonly #kept = new Map<string, number>();

  constructor(parts: ArtifactSaverParts) {
    this.#parts = parts;
  }

  async save(made: UsedVersions | undefined): Promise<void> {
    if (made === undefined || this.#isKept(made.generation)) return;
    const artifacts = this.#parts.workers.artifacts(made.generation);
    if (artifacts === undefined) return;
    await this.#parts.journal.saveArtifacts(artifacts);
    this.#kept.set(made.generation, performance.now());
  }

  #isKept(generation: string): boolean {
    const at = this.#kept.get(generation);
    return at !== undefined && performance.now() - at < keptFor;
  }
}
