/** The signs of an interchange, as its UNA or the standard says (ISO 9735, 6 and annex). One character each. */
export interface Separators {
  readonly component: string;
  readonly element: string;
  readonly decimal: '.' | ',';
  readonly release: string;
  /** Between repetitions of an element; in syntax version 4 alone. */
  readonly repetition?: string;
  readonly terminator: string;
}

export const standardSeparators: Separators = {
  component: ':',
  element: '+',
  decimal: '.',
  release: '?',
  terminator: "'",
};

/** As a format writes them, in the order of a UNA. */
export function parseSigns(written: string): Separators {
  const [component = ':', element = '+', decimal, release = '?', reserved = ' ', terminator = "'"] = written;
  const repetition = reserved === ' ' ? {} : { repetition: reserved };
  return { component, element, decimal: decimal === ',' ? ',' : '.', release, ...repetition, terminator };
}

/** What stands before UNB. `length`: in bytes, 0 without a UNA. `short`: the blank before the terminator was left out. */
export type UnaResult =
  | { readonly separators: Separators; readonly length: number; readonly short?: true }
  | { readonly separators?: undefined };

/** Reads a UNA at the beginning of a text. Without separators: there is one, and it says nothing that can be used. */
export function parseUna(text: string): UnaResult {
  if (!text.startsWith('UNA')) return { separators: standardSeparators, length: 0 };
  const full = separatorsOf(text.slice(3, 9));
  if (full !== undefined && isEnvelopeBehind(text, 9, full)) return { separators: full, length: 9 };
  const short = separatorsOf(`${text.slice(3, 7)} ${text.slice(7, 8)}`);
  if (short !== undefined && isEnvelopeBehind(text, 8, short))
    return { separators: short, length: 8, short: true };
  if (full !== undefined && /^[A-Z]{3}$/.test(readNextTag(text, full)))
    return { separators: full, length: 9 };
  return {};
}

/** Of six characters; undefined where one cannot be a separator or two are the same. */
function separatorsOf(signs: string): Separators | undefined {
  const [component = '', element = '', decimal = '', release = '', reserved = ' ', terminator = ''] = signs;
  const used = [component, element, release, terminator, ...(reserved === ' ' ? [] : [reserved])];
  // a blank as release character: the sender releases nothing
  const isUsable = used.every((sign, n) => /^[!-/:-@[-`{-~]$/.test(sign) || (n === 2 && sign === ' '));
  if (!isUsable || new Set(used).size < used.length || !/^[.,]$/.test(decimal)) return undefined;
  if ([component, element, release, terminator].includes(decimal)) return undefined;
  const repetition = reserved === ' ' ? {} : { repetition: reserved };
  return { component, element, decimal: decimal === ',' ? ',' : '.', release, ...repetition, terminator };
}

/** The first segment must be one of the envelope's, with the element separator behind its tag. */
function isEnvelopeBehind(text: string, at: number, { element }: Separators): boolean {
  const next = text.slice(at).trimStart();
  return /^UN[BGH]/.test(next) && next[3] === element;
}

/** The tag of the segment behind a UNA; empty where no element separator follows it. */
function readNextTag(text: string, { element }: Separators): string {
  const next = text.slice(9).trimStart();
  return next[3] === element ? next.slice(0, 3) : '';
}

/** The bytes of a UNA. */
export const renderUna = ({
  component,
  element,
  decimal,
  release,
  repetition,
  terminator,
}: Separators): string => `UNA${component}${element}${decimal}${release}${repetition ?? ' '}${terminator}`;
