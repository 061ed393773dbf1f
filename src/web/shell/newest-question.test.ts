import { expect, it } from 'vitest';
import { belowOf } from '../../../test/kit/random.ts';
import { NewestQuestion } from './newest-question.ts';

interface Key {
  readonly text: string;
}

/** What the gateway has been asked, and has not answered yet; undefined as an answer: nobody will. */
function openPage() {
  const open: { readonly key: Key; end(answer: string | undefined): void }[] = [];
  const told: { readonly answer: string; readonly isNewest: boolean }[] = [];
  const page = new NewestQuestion<Key, string>({
    ask: (key) => new Promise((resolve) => open.push({ key, end: resolve })),
    tell: (answer, isNewest) => told.push({ answer, isNewest }),
  });
  /** As the gateway answers, or does not, what it was asked first. */
  const end = async (isAnswered = true): Promise<void> => {
    const one = open.shift();
    one?.end(isAnswered ? one.key.text : undefined);
    await settled();
  };
  return { page, open, told, end };
}

/** What follows an answer is done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

it('asks one after the other: what runs is told, and of what came meanwhile the last is asked', async () => {
  const { page, open, told, end } = openPage();
  for (const text of ['a', 'ab', 'abc']) page.put({ text });
  expect(open.map(({ key }) => key.text)).toEqual(['a']);
  await end();
  expect(open.map(({ key }) => key.text)).toEqual(['abc']);
  await end();
  expect(told).toEqual([
    { answer: 'a', isNewest: false },
    { answer: 'abc', isNewest: true },
  ]);
  expect(open).toEqual([]);
});

it('asks the newest again where nobody will answer it, as when the thread is closed for another one', async () => {
  const { page, told, end } = openPage();
  page.put({ text: 'a' });
  await end(false);
  await end(false);
  await end();
  expect(told).toEqual([{ answer: 'a', isNewest: true }]);
});

it('tells nothing once there is nothing to ask, and begins again', async () => {
  const { page, open, told, end } = openPage();
  page.put({ text: 'a' });
  page.put(undefined);
  await end();
  expect([told, open]).toEqual([[], []]);
  page.put({ text: 'b' });
  await end();
  expect(told).toEqual([{ answer: 'b', isNewest: true }]);
});

it('answers the newest of any keys, whatever is answered late, or not at all', async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { page, open, told, end } = openPage();
    const below = belowOf(seed);
    let newest: string | undefined;
    for (let n = 0; n < 20; n += 1) {
      const step = below(10);
      if (step < 5) {
        newest = `${seed} ${n}`;
        page.put({ text: newest });
      } else if (step === 5) {
        newest = undefined;
        page.put(undefined);
      } else await end(step < 9);
      expect(open.length, `seed ${seed}`).toBeLessThan(2);
    }
    for (let left = 0; left < 3; left += 1) await end();
    expect(open, `seed ${seed}`).toEqual([]);
    if (newest !== undefined) expect(told.at(-1), `seed ${seed}`).toEqual({ answer: newest, isNewest: true });
  }
});
