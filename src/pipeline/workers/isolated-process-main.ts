import { z } from 'zod';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { PrepareTask } from '../prepare/prepare-task.ts';
import { DeadlineExceeded, Generation } from './generation.ts';
import type { IsolatedProcessStart } from './isolated-process.ts';
import type { CheckTask } from './step-worker.ts';

/** The process of `IsolatedProcess`: told what to work with first, then one step after the other. */

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const messageSchema = z.union([
  z.custom<IsolatedProcessStart>((value) => isObject(value) && 'start' in value && 'deadline' in value),
  z.object({ step: z.literal('check'), task: z.custom<CheckTask>(isObject) }),
  z.object({ step: z.literal('prepare'), task: z.custom<PrepareTask>(isObject) }),
]);

let generation: Generation | undefined;

async function answerMessage(value: unknown): Promise<object> {
  const message = messageSchema.parse(value);
  if ('start' in message) {
    generation = new Generation(message.start, message.deadline);
    return { ready: true };
  }
  if (generation === undefined) throw new Error('It was not told what to work with.');
  if (message.step === 'check') return { result: await generation.check(message.task) };
  return { result: await generation.prepare(message.task) };
}

const renderFailure = (error: unknown): object => ({
  error: {
    message: reasonOf(error),
    code: codeOf(error),
    seconds: error instanceof DeadlineExceeded ? error.seconds : 0,
  },
});

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : systemCodeOf(error);

// a service that stops tells all of its processes: the gateway decides when this one ends
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
// at once: its threads have nothing to finish that anybody waits for
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (value) => {
  void answerMessage(value)
    .catch(renderFailure)
    .then((answer) => process.send?.(answer));
});
