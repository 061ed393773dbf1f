import fc from 'fast-check';

/** Values that must not be in what was masked. */
export interface Planted {
  readonly name: string;
  readonly number: string;
  readonly mail: string;
  readonly price: string;
}

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'abdeghklmnoprstuvwz'), minLength: min, maxLength: max });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'123456789'), minLength: length, maxLength: length });

/** No date begins like the number, and no delivered code like the name. */
export const planted: fc.Arbitrary<Planted> = fc.record({
  name: letters(8, 11).map((rest) => `Qz${rest}`),
  number: digits(8).map((rest) => `98${rest}`),
  mail: letters(6, 9).map((rest) => `qj${rest}@qx${rest}.example`),
  price: digits(7).map((rest) => `${rest.slice(0, 4)}.${rest.slice(4)}7`),
});

/** Which of them can be read, as it is or decoded: base64, escapes of JSON and URLs, entities of XML. */
export function hiddenIn(text: string, given: Planted): readonly string[] {
  const forms = decodings(text).map((one) => one.toLowerCase());
  const [mailName = ''] = given.mail.split('@');
  return [given.name, given.number, mailName, given.price].filter((value) =>
    forms.some((form) => form.includes(value.toLowerCase())),
  );
}

function decodings(text: string): readonly string[] {
  const inside = [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].map(([found]) =>
    Buffer.from(found, 'base64').toString('utf8'),
  );
  return [text, ...inside, withoutEscapes(text), withoutEntities(text), withoutPercents(text)];
}

const withoutEscapes = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const withoutEntities = (text: string): string =>
  text.replace(/&#(x?)([0-9a-f]+);/gi, (_, x: string, code: string) =>
    String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, x === '' ? 10 : 16))),
  );

const withoutPercents = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
