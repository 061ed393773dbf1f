import { checkXmlCompleteness } from '../../tree/xml/xml-ends.ts';
import type { JudgeCompleteness } from '../inbound/settling/file-ends.ts';

/** All files of tests are XML. */
export const complete: JudgeCompleteness = (_name, ends) => checkXmlCompleteness(ends);
