import type { Work } from '../journal/interface.ts';
import type { Message, Said, Saw } from '../journal/message.ts';
import type { CheckResult } from './check/interface.ts';
import type { PipelineParts } from './parts.ts';
import type { Prepared, PrepareTask } from './prepare/prepare.ts';
import type { MadeWith } from './workers/made-with.ts';
import type { Workers } from './workers/workers.ts';

/** What the journal keeps of each check and prepare, so that it can be run again later. */

/** What the parts of a step say of how it was run; `failed`: it did not end, and somebody else said what becomes of the message. */
interface Run {
  readonly made?: MadeWith | undefined;
  readonly failed?: true;
}

export const sawInCheck = (
  { forced }: Message,
  result: CheckResult & { readonly verdict: 'rejected' | 'parked' | 'ignored' } & Run,
): Saw => ({
  step: 'check',
  at: new Date().toISOString(),
  forced,
  said: saidBy(result, result.verdict === 'parked' ? 'park' : result.verdict),
  bodies: [],
  ...generationIn(result),
});

export const sawInPrepare = (
  { forced }: Message,
  prepared: Prepared & Run,
  { now, state, bodies }: Pick<PrepareTask, 'now' | 'state' | 'bodies'>,
): Saw => ({
  step: 'prepare',
  at: now,
  forced,
  said: saidBy(prepared, saidInPrepare(prepared)),
  bodies: Object.keys(bodies),
  ...(state === undefined ? {} : { state }),
  ...(prepared.lost === undefined ? {} : { lost: prepared.lost }),
  ...generationIn(prepared),
});

/** A message that is checked again comes to prepare once more: what it says then is noted. */
function saidInPrepare(prepared: Prepared): Said {
  if (prepared.kind === 'recheck' || prepared.kind === 'ask') return 'wait';
  return prepared.kind === 'settle' ? prepared.outcome : prepared.kind;
}

const saidBy = ({ failed }: Run, said: Said): Said => (failed ? 'failed' : said);

const generationIn = ({ made }: Run): Pick<Saw, 'generation'> =>
  made === undefined ? {} : { generation: made.generation };

/** Keeps what messages are made with, before the first message that says so. */
export class Artifacts {
  readonly #journal: Pick<Work, 'keepArtifacts'>;
  readonly #workers: Pick<Workers, 'artifacts'>;
  readonly #kept = new Set<string>();

  constructor({ journal, workers }: Pick<PipelineParts, 'journal' | 'workers'>) {
    this.#journal = journal;
    this.#workers = workers;
  }

  async keep(made: MadeWith | undefined): Promise<void> {
    if (made === undefined || this.#kept.has(made.generation)) return;
    const artifacts = this.#workers.artifacts(made.generation);
    if (artifacts === undefined) return;
    await this.#journal.keepArtifacts(artifacts);
    this.#kept.add(made.generation);
  }
}
