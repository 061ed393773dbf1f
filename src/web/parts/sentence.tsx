import { Fragment } from 'preact';
import { language } from '../shell/language.ts';
import { formatTime } from './times.ts';

/** Values and commands between backticks, and times in UTC. */
const marked = /(`[^`\n]+`|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A text of the gateway: what stands between backticks as code, times as this page shows them, each line on its own. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n').map((line, number) => (
        <Fragment key={number}>
          {number > 0 && <br />}
          {line.split(marked).map((piece, place, all) => renderPiece(piece, place, all[place + 1]))}
        </Fragment>
      ))}
    </>
  );
}

/** In Dutch something happens *op* a day, and *om* a time: which of both is shown is known here alone. */
const isTimeOfToday = (next: string | undefined): boolean =>
  language.value === 'nl' && next !== undefined && /^\d{4}-/.test(next) && /^\d\d:/.test(formatTime(next));

/** Of a sentence behind a colon; not of an abbreviation. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}|^A /u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

function renderPiece(piece: string, place: number, next?: string) {
  if (place % 2 === 0) return isTimeOfToday(next) ? piece.replace(/\b([Oo])p $/, '$1m ') : piece;
  return piece.startsWith('`') ? <code key={place}>{piece.slice(1, -1)}</code> : formatTime(piece);
}
