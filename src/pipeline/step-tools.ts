import type { FilePublisher } from './deliver/file-publisher.ts';
import type { MessageDelivery } from './deliver/message-delivery.ts';
import type { MessageTransitions } from './deliver/transitions.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import type { SpeculativePrepare } from './prepare/speculative-prepare.ts';
import type { ArtifactSaver } from './replay-record.ts';
import type { StepRetries } from './step-retries.ts';
import type { StepTasks } from './step-tasks.ts';

/** What the steps of a message work with, together. */
export interface StepTools {
  readonly parts: PipelineParts;
  readonly transitions: MessageTransitions;
  readonly publisher: FilePublisher;
  readonly delivery: MessageDelivery;
  readonly retries: StepRetries;
  readonly tasks: StepTasks;
  readonly speculative: SpeculativePrepare;
  readonly artifacts: ArtifactSaver;
}
