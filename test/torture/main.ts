import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

/** `npm run torture [-- --minutes N --seed N --gateways N]`: prints what is done, fails with what was broken. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    gateways: { type: 'string', default: '1' },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const seconds = Number(values.minutes) * 60;
const gateways = Number(values.gateways);
console.log(`torture: ${seconds} s, seed ${seed}, gateways ${gateways}`);
const progress = (done: object): void => console.log(JSON.stringify(done));
console.log('every sentence held', JSON.stringify(await torture({ seconds, seed, gateways, progress })));
