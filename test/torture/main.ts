import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

/** `npm run torture [-- --minutes N --seed N]`: prints what is done, fails with what was broken. */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, seed: { type: 'string' } },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const seconds = Number(values.minutes) * 60;
console.log(`torture: ${seconds} s, seed ${seed}`);
const progress = (done: object): void => console.log(JSON.stringify(done));
console.log('every sentence held', JSON.stringify(await torture({ seconds, seed, progress })));
