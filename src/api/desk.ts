import type { Config } from '../config/schema/config-schema.ts';
import type { Formats } from '../formats/document-format.ts';
import type { CheckResult } from '../gateway/checks/check-result.ts';
import type { Journal } from '../journal/journal.ts';
import type { AlarmSent, CertificateEnd, FreeDisk } from '../operator/browse/dependencies.ts';
import type { CorrectionChecker } from '../operator/decisions/check-correction.ts';
import type { DecisionAccess } from '../operator/decisions/decision-access.ts';
import type { Health } from '../operator/health/health.ts';
import type { DocumentMasks } from '../operator/masking/document-masks.ts';
import type { Channel } from '../pipeline/channel/channel.ts';
import type { Log } from '../system/log.ts';
import type { TrialDesk } from '../workbench/trial/trial-desk.ts';

/**
 * What routes have of the journal: all about messages is read by the pages' own reader, so that they never wait behind deliveries, nor
 * deliveries behind them. The rest are small stores of their own. Decisions are written by `access`.
 */
export type DeskJournal = Pick<
  Journal,
  | 'id'
  | 'shared'
  | 'pages'
  | 'accounts'
  | 'drafts'
  | 'troubles'
  | 'findBulkDecision'
  | 'listBulkItems'
  | 'listPublicationDecisions'
>;

/** What the routes work with: the running gateway as pages see it. */
export interface Desk {
  readonly journal: DeskJournal;
  /** For decisions. */
  readonly access: DecisionAccess;
  /** Checks corrected documents with the config as it is used now, in threads beside those of the work. */
  checker(): CorrectionChecker;
  /** As it is used now: a reload changes it. */
  config(): Config;
  /** Those of that config as the gateway works with them: to build them again would read the description of every format. */
  channels(): readonly Channel[];
  /** Those that it works with. */
  formats(): Formats;
  /** As it was at the last look, a few seconds ago at most. */
  health(): Health;
  now(): Date;
  /** Room on the disks that the gateway writes to, as it was at the last look. */
  disks(): readonly FreeDisk[];
  /** Until when those hold that it uses. */
  certificates(): readonly CertificateEnd[];
  /** What this gateway sent last since its start. */
  alarmsSent(): readonly AlarmSent[];
  /** Where edits of mappings are tried. Whoever makes it closes it. */
  readonly trials: TrialDesk;
  /** Masks documents, for readers who may see no value. Whoever makes it closes it. */
  readonly masks: DocumentMasks;
  /** What `gateway check` finds of one channel. */
  checkChannel(name: string): Promise<readonly CheckResult[]>;
  /** False: a copy of a journal is looked at, and nobody carries out what is decided. */
  readonly runsGateway: boolean;
  readonly log: Log;
}
