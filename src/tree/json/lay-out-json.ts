/** Characters beyond which a text stays as it is: laying it out takes everybody else's time. */
const longest = 5_000_000;

/** Levels that are indented: deeper ones stand below one another, since the blanks before them would be the square of the text. */
const deepest = 100;

/** A text in quotes, a sign of structure, blanks, or what stands between these. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\s+|[^"{}[\],:\s]+/gs;

/**
 * JSON of one line with a line for each value, two blanks a level; every value and name as it stands there. What is no JSON, has lines
 * already or is very long stays as it is. Its time is in proportion to the text.
 */
export function layOutJson(text: string): string {
  if (text.length > longest || text.trim().includes('\n') || !isJson(text)) return text;
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  for (const [token] of text.matchAll(tokens)) {
    if (/^\s/.test(token)) continue;
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth -= 1;
    if (isClosing ? !isOpening(before) : before === ',' || isOpening(before))
      parts.push('\n', '  '.repeat(Math.min(depth, deepest)));
    parts.push(token === ':' ? ': ' : token);
    if (isOpening(token)) depth += 1;
    before = token;
  }
  return parts.join('');
}

const isOpening = (token: string): boolean => token === '{' || token === '[';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
