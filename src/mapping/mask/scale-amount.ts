/**
 * An amount times a whole number, with as many decimals and the sign of the ERP: sums and products still agree, and what was equal is.
 * `1.234,50` keeps its comma and loses the point, `0012` its length.
 */
export function scaleAmount(text: string, factor: bigint): string {
  const [, before = '', number = '', after = ''] = /^(\s*[+-]?)(\d[\d.,]*)(\s*)$/.exec(text) ?? [];
  const at = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const digits = number.replace(/[.,]/g, '');
  if (digits === '') return text;
  // fields of fixed places are filled with zeros
  const made = `${BigInt(digits) * factor}`.padStart(digits.startsWith('0') ? digits.length : 0, '0');
  if (at < 0) return before + made + after;
  const decimals = number.length - at - 1;
  const padded = made.padStart(decimals + 1, '0');
  const cut = padded.length - decimals;
  return `${before}${padded.slice(0, cut)}${number[at]}${padded.slice(cut)}${after}`;
}
