import { agreementCases } from './testkit/agreement.ts';

/** All of them, with the proof that they are those of the verdicts, in test/endurance/agreement.test.ts. */
agreementCases(500, 60);
