import type { SplitText } from '../../define-syntax.ts';

/** `UNA:+.? '`: the release character and the terminator of a text with a service string advice, else those of everybody. */
const advice = /^\uFEFF?\s*UNA(.{6})/s;

/** An interchange by its segments, as they stand in it; its service string advice is the head. */
export function splitSegmentTexts(text: string): SplitText | undefined {
  const [head = '', marks] = advice.exec(text) ?? [];
  const body = text.slice(head.length);
  if (!/^\uFEFF?\s*UNB/.test(body)) return undefined;
  const release = marks === undefined ? '?' : marks[3];
  return { head, units: splitBy(body, marks?.[5] ?? "'", release === ' ' ? undefined : release) };
}

/** A released terminator belongs to the text. What follows the last one is a unit, too, where it is more than blanks. */
function splitBy(body: string, terminator: string, release: string | undefined): readonly string[] {
  const units: string[] = [];
  let begin = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === release) at++;
    else if (body[at] === terminator) {
      units.push(body.slice(begin, at + 1).trim());
      begin = at + 1;
    }
  }
  const rest = body.slice(begin).trim();
  return rest === '' ? units : [...units, rest];
}
