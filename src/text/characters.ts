/** Characters of a text, each of them one also where it takes two UTF-16 units. Makes no list of them: texts may have 50 million. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (!isHigh(text.charCodeAt(at)) || !isLow(text.charCodeAt(at + 1))) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** Its characters from the first (0-based) to before the last one given. */
export function sliceCharacters(text: string, first: number, behind: number): string {
  const from = unitAt(text, 0, first);
  return text.slice(from, unitAt(text, from, behind - first));
}

/** The unit that so many characters behind another one begins. */
function unitAt(text: string, from: number, characters: number): number {
  let at = from;
  for (let n = 0; n < characters && at < text.length; n += 1)
    at += isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
  return at;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
