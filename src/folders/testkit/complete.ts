import { checkXmlCompleteness } from '../../tree/xml-ends.ts';
import type { JudgeCompleteness } from '../inbound/complete.ts';

/** All files of tests are XML. */
export const complete: JudgeCompleteness = (_name, ends) => checkXmlCompleteness(ends);
