import { agreementCases } from '../../src/scsn/testkit/agreement.ts';
import { seeds } from '../../src/scsn/testkit/record-verdicts.ts';

agreementCases(seeds, 200);
