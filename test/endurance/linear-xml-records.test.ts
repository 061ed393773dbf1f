import { testLinearTime } from '../kit/linear-files.ts';

testLinearTime('xml', 'fixed', 'idoc', 'idoc xml');
