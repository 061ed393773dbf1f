import { Chunk } from '@codemirror/merge';
import type { Text } from '@codemirror/state';
import { words } from '../../shell/language.ts';

/** Places in which a version differs from the original. */
export const findDifferences = (original: Text, edited: Text): readonly Chunk[] =>
  Chunk.build(original, edited);

interface DifferencesProps {
  readonly original: Text;
  readonly edited: Text;
  readonly chunks: readonly Chunk[];
  /** What `original` is, in words. */
  readonly from: string;
}

/** Lines that are shown. */
const most = 200;

/** What was there, and what stands in its place. */
export function Differences({ original, edited, chunks, from }: DifferencesProps) {
  const { edit } = words.value;
  const rows = chunks.flatMap((chunk) => [
    ...linesIn(original, chunk.fromA, chunk.endA).map((line) => ({ ...line, sign: '-' as const })),
    ...linesIn(edited, chunk.fromB, chunk.endB).map((line) => ({ ...line, sign: '+' as const })),
  ]);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="differs">
      <h2 id="differs">
        {edit.differs} <small>{from}</small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
      <ol class="code diff" tabIndex={0} aria-label={edit.differs}>
        {rows.slice(0, most).map(({ number, text, sign }) => (
          <li key={`${sign}${number}`} class={sign === '+' ? 'added' : 'removed'}>
            <span class="n">
              {sign} {number}
            </span>
            <span class="l">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function linesIn(
  doc: Text,
  from: number,
  to: number,
): readonly { readonly number: number; readonly text: string }[] {
  if (to <= from) return [];
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(Math.min(to, doc.length)).number];
  return Array.from({ length: last - first + 1 }, (_, n) => doc.line(first + n)).map(({ number, text }) => ({
    number,
    text,
  }));
}
