/** The nearest of some names, when one is near enough to be what was meant. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let [best, least]: [string | undefined, number] = [undefined, Math.max(1, Math.floor(name.length / 3)) + 1];
  for (const other of names) {
    const far = distance(name.toLowerCase(), other.toLowerCase());
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

/** `Did you mean "cbc:ID"?`, or the names there are. */
export function suggestion(name: string, names: readonly string[], what: string): string {
  const near =
    nearest(name, names) ?? names.find((other) => other.split(':').at(-1) === name.split(':').at(-1));
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (names.length === 0) return `There are no ${what} here.`;
  const shown = names.slice(0, 12).join(', ');
  return `The ${what} here are: ${shown}${names.length > 12 ? ', …' : ''}.`;
}

/** Edits to make one of the other (Levenshtein, a swap of neighbours counts one). */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
