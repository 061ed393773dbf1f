import { crashes, holdsAfter } from './kit/crashes.ts';
import { randomOf } from './kit/random.ts';

/** Some of the points, others each time: `CRASH_SEED` chooses the same again. All are in test/endurance. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const count = 4;

const random = randomOf(seed);
const shuffled = crashes
  .map((crash) => ({ crash, at: random() }))
  .sort((a, b) => a.at - b.at)
  .map(({ crash }) => crash);
console.log(`crash points: CRASH_SEED=${seed}`);
holdsAfter(shuffled.slice(0, count));
