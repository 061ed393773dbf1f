import { chainLossCases } from '../testkit/chain-loss-cases.ts';

/** Of every fixture: test/endurance/chain-loss.test.ts. */
chainLossCases({ fixtures: 4, chains: 4 });
