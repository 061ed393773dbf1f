/** The one stretch in which two texts differ: `insert` takes the place of what stands from `from` to `to`. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What makes `after` of the text of an editor, which ends lines with a line feed; undefined where both are the same. */
export function findTextChange(before: string, after: string): TextChange | undefined {
  const text = after.includes('\r') ? after.replace(/\r\n?/g, '\n') : after;
  if (text === before) return undefined;
  const shorter = Math.min(before.length, text.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === text.charCodeAt(from)) from += 1;
  let same = 0;
  while (
    same < shorter - from &&
    before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same)
  )
    same += 1;
  return { from, to: before.length - same, insert: text.slice(from, text.length - same) };
}
