import type { NumberMarks } from '../text/value-type.ts';
import type { SampleCorrections } from './sample-corrections.ts';

/** What a person has said wins; a mark that would be both goes to the decimals. */
export function correctMarks(guessed: NumberMarks, { decimal, thousands }: SampleCorrections): NumberMarks {
  const mark = decimal ?? guessed.decimal;
  const wanted = thousands ?? guessed.thousands;
  const between = wanted === mark ? swapMark(mark) : wanted;
  return { decimal: mark, ...(between === undefined || between === '' ? {} : { thousands: between }) };
}

const swapMark = (mark: ',' | '.'): ',' | '.' => (mark === ',' ? '.' : ',');
