import { chainLossCases } from '../../src/mapping/testkit/chain-loss-cases.ts';

chainLossCases({ fixtures: 1, chains: 4 });
