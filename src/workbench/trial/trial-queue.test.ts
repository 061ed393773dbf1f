import { expect, it } from 'vitest';
import { belowOf, oneOf } from '../../../test/kit/random.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { TrialQueue } from './trial-queue.ts';
import type { TrialReply } from './trial-reply.ts';

const ends = ['answer', 'answer', 'too-long', 'no thread'] as const;
type TrialOutcome = (typeof ends)[number];

/** A queue whose trials end when the test says so: with an answer, as one whose thread was stopped, or as one that had none. */
function openQueue() {
  const running: { readonly answer: string; readonly trial: PromiseWithResolvers<TrialReply<string>> }[] = [];
  let rests = 0;
  const queue = new TrialQueue(() => {
    rests += 1;
  });
  const ask = (page: string, answer: string) =>
    queue
      .ask(page, () => {
        const trial = Promise.withResolvers<TrialReply<string>>();
        running.push({ answer, trial });
        return trial.promise;
      })
      .catch(reasonOf);
  const end = async (how: TrialOutcome): Promise<void> => {
    const { answer = '', trial } = running.shift() ?? {};
    if (how === 'no thread') trial?.reject(new Error(how));
    else trial?.resolve(how === 'answer' ? { kind: how, answer } : { kind: how, milliseconds: 1 });
    await settled();
  };
  return { queue, running, ask, end, rests: () => rests };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('answers whoever asks, and the newest of each page with its trial, whatever ends before it', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { running, ask, end, rests } = openQueue();
    const below = belowOf(seed);
    const asked: { readonly page: string; reply?: TrialReply<string> | string }[] = [];
    for (let n = 0; n < 25; n += 1) {
      if (below(3) > 0) {
        const one: (typeof asked)[number] = { page: `page ${below(3)}` };
        asked.push(one);
        void ask(one.page, `key ${n}`).then((reply) => Object.assign(one, { reply }));
        await settled();
      } else await end(oneOf(below, ends));
      expect(running.length, `seed ${seed}`).toBeLessThan(2);
    }
    while (running.length > 0) await end(oneOf(below, ends));
    expect(asked.filter(({ reply }) => reply === undefined)).toEqual([]);
    for (const [page, ofPage] of Map.groupBy(asked, (one) => one.page))
      expect(ofPage.at(-1)?.reply, `seed ${seed}, ${page}`).not.toEqual({ kind: 'superseded' });
    expect(rests(), `seed ${seed}`).toBeGreaterThan(0);
  }
});

it('tells whoever waits when it is closed, and lets finish what runs', async () => {
  const { queue, ask, end } = openQueue();
  const [runs, waits] = [ask('a', 'first'), ask('b', 'second')];
  await settled();
  const closed = queue.close();
  expect(await waits).toEqual({ kind: 'superseded' });
  await end('answer');
  expect(await runs).toEqual({ kind: 'answer', answer: 'first' });
  await closed;
});
