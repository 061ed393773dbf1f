import { xmlCompleteness } from '../../tree/xml-ends.ts';
import type { Complete } from '../inbound/complete.ts';

/** All files of tests are XML. */
export const complete: Complete = (_name, ends) => xmlCompleteness(ends);
