/**
 * Exact decimals on text, any number of digits. No value passes through a binary floating-point number.
 * Errors: a text that is no decimal gives `undefined`; division by zero throws a RangeError.
 */

/** digits * 10 ** -scale. `scale` is never negative. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const shape = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,6}))?$/;
/** What most documents write; such a text is its own digits. */
const plain = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** More digits than this are not a quantity or a price but an attack. */
const longest = 1000;

/** Reads `12`, `+5`, `.5`, `5.`, `-0.10`, `1e-7`; blanks around it are left out. */
function parseDecimal(text: string): Decimal | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longest) return undefined;
  if (plain.test(trimmed)) return parsePlainDecimal(trimmed);
  const match = shape.exec(trimmed);
  if (match === null) return undefined;
  const [, sign, whole = '', after = '', only = '', exponent = '0'] = match;
  const fraction = after + only;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(scale) > longest) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function parsePlainDecimal(text: string): Decimal {
  const point = text.indexOf('.');
  if (point === -1) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

function renderDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.digits, b.digits, a.scale];
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale), scale];
}

/** Half up: away from zero at exactly one half. */
function divideHalfUp(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n;
  const [n, d] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

function combine(a: string, b: string, then: (a: Decimal, b: Decimal) => Decimal): string | undefined {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  return left === undefined || right === undefined ? undefined : renderDecimal(then(left, right));
}

export function isDecimal(text: string): boolean {
  return parseDecimal(text) !== undefined;
}

/**
 * The digits as the source wrote them, in the form JSON and XML both take: `+5` -> `5`, `.5` -> `0.5`, `5.` -> `5`,
 * `007` -> `7`, `1e-7` -> `0.0000001`, `10.00` stays.
 */
export function formatDecimal(text: string): string | undefined {
  if (text.length <= longest && plain.test(text)) return text;
  const value = parseDecimal(text);
  return value === undefined ? undefined : renderDecimal(value);
}

/** Without trailing zeros and exponent: `10.00` -> `10`. */
export function normalizeDecimal(text: string): string | undefined {
  const value = formatDecimal(text);
  return value?.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

export function addDecimals(a: string, b: string): string | undefined {
  return combine(a, b, addParsed);
}

function addParsed(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b);
  return { digits: left + right, scale };
}

export function subtractDecimals(a: string, b: string): string | undefined {
  return combine(a, b, (x, y) => {
    const [left, right, scale] = aligned(x, y);
    return { digits: left - right, scale };
  });
}

export function multiplyDecimals(a: string, b: string): string | undefined {
  return combine(a, b, (x, y) => ({ digits: x.digits * y.digits, scale: x.scale + y.scale }));
}

/** a / b with so many digits after the point, rounded half up. */
export function divideDecimals(a: string, b: string, digits: number): string | undefined {
  return combine(a, b, (x, y) => {
    if (y.digits === 0n) throw new RangeError(`division of ${a} by zero`);
    const [left, right] = aligned(x, y);
    return { digits: divideHalfUp(left * 10n ** BigInt(digits), right), scale: digits };
  });
}

/** Rounded half up to so many digits after the point; fewer digits are filled up with zeros. */
export function roundDecimal(a: string, digits: number): string | undefined {
  return divideDecimals(a, '1', digits);
}

/** The sum of none is 0. */
export function sumDecimals(values: readonly string[]): string | undefined {
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const text of values) {
    const value = parseDecimal(text);
    if (value === undefined) return undefined;
    sum = addParsed(sum, value);
  }
  return renderDecimal(sum);
}

/** -1, 0 or 1. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 | undefined {
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (x === undefined || y === undefined) return undefined;
  const [left, right] = aligned(x, y);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
