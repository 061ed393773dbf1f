import { createHmac } from 'node:crypto';

/**
 * Other digits for those of an amount, each amount its own: as long as it was, with its sign and separators, and the same for `12.50` and
 * `12.5`. Sums and products do not agree any more, and one that is known tells nothing of another.
 */
export function drawAmount(text: string, seed: string): string {
  const { first, behind } = findSignificant(text);
  const digits = text.slice(first, behind).replace(/\D/g, '');
  if (digits === '') return text;
  const drawn = drawDigits(digits, `${seed}/${canonicalAmount(text)}`);
  let n = -1;
  return text.replace(/\d/g, (digit, at: number) => {
    if (at < first || at >= behind) return digit;
    n += 1;
    return drawn[n] ?? digit;
  });
}

/** Neither begins nor ends with a zero, and is never what it was. */
function drawDigits(digits: string, key: string): string {
  for (let n = 0; ; n += 1) {
    const bytes = createHmac('sha512', key).update(`${n}`).digest();
    const drawn = Array.from(digits, (_, at) => {
      const byte = bytes[at % bytes.length] ?? 0;
      return at === 0 || at === digits.length - 1 ? 1 + (byte % 9) : byte % 10;
    }).join('');
    if (drawn !== digits) return drawn;
  }
}

/** `12.5` for ` 012,50-`. */
function canonicalAmount(text: string): string {
  const number = text.replace(/[^\d.,]/g, '');
  const point = lastPoint(number);
  const [whole, decimals] = point < 0 ? [number, ''] : [number.slice(0, point), number.slice(point + 1)];
  return `${whole.replace(/\D/g, '').replace(/^0+/, '')}.${decimals.replace(/0+$/, '')}`;
}

/** Where the number begins behind zeros that lead it, and where zeros follow that only fill its decimals. */
function findSignificant(text: string): { readonly first: number; readonly behind: number } {
  const [first, point] = [text.search(/[1-9]/), lastPoint(text)];
  if (first < 0) return { first: text.length, behind: text.length };
  const filling = point < 0 ? '' : (/[.,]?0+\D*$/.exec(text.slice(point))?.[0] ?? '');
  return { first, behind: text.length - filling.length };
}

const lastPoint = (text: string): number => Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
