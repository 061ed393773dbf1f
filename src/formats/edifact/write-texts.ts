/** A text in pieces of at most so many characters, cut between words and at line breaks; a longer word is cut. */
export function split(text: string, most: number): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => wrapped(line.trim(), most));
}

function wrapped(line: string, most: number): readonly string[] {
  const signs = [...line];
  if (signs.length <= most) return line === '' ? [] : [line];
  const head = signs.slice(0, most + 1).join('');
  const blank = head.lastIndexOf(' ');
  const at = blank > 0 ? [...head.slice(0, blank)].length : most;
  // its blank stays where there is room: who joins the pieces has it back
  const first = signs.slice(0, Math.min(at + 1, most)).join('');
  return [
    blank > 0 ? first : signs.slice(0, most).join(''),
    ...wrapped(signs.slice(at).join('').trimStart(), most),
  ];
}
