import { testLinearTime } from '../kit/linear-files.ts';

testLinearTime('scsn');
