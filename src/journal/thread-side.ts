import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { reasonOf } from '../folders/error.ts';

const request = z.union([z.object({ id: z.number(), asked: z.unknown() }), z.literal('close')]);

/** The journal that the thread was started for. */
export const journalPath = (): string => z.object({ path: z.string() }).parse(workerData).path;

/** The side of a `Thread` that answers, one question after the other, until it is to close. */
export function serve(answer: (asked: unknown) => unknown, close: () => void): void {
  parentPort?.on('message', (message: unknown) => {
    const asked = request.parse(message);
    if (asked !== 'close') return parentPort?.postMessage(answered(asked.id, () => answer(asked.asked)));
    close();
    parentPort?.close();
  });
}

function answered(id: number, answer: () => unknown) {
  try {
    return { id, answer: answer() };
  } catch (error) {
    return { id, error: reasonOf(error) };
  }
}
