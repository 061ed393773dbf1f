import type { Finding, Language, Severity } from '../types.ts';
import { en } from './texts-en.ts';
import { nl } from './texts-nl.ts';

/**
 * All findings on documents that are not written in a rule file: code and severity. What they say is in one table a
 * language (texts-en.ts, texts-nl.ts), so that another language is another table with the same codes.
 */
const severities = {
  'file-empty': 'error',
  'file-too-large': 'error',
  'file-not-xml': 'error',
  'encoding-unknown': 'error',
  'encoding-wrong': 'error',
  'encoding-not-utf-16': 'error',
  'encoding-declaration': 'warning',
  'encoding-windows-1252': 'warning',
  'xml-not-well-formed': 'error',
  'xml-truncated': 'error',
  'xml-two-roots': 'error',
  'xml-late-declaration': 'error',
  'xml-doctype': 'error',
  'document-too-deep': 'error',
  'document-too-large': 'error',
  'document-too-wide': 'error',
  'xml-ampersand': 'error',
  'xml-entity': 'error',
  'xml-character': 'error',
  'xml-undeclared-prefix': 'error',
  'root-unknown': 'error',
  'root-other-document': 'error',
  'root-namespace': 'error',
  'root-no-namespace': 'error',
  'element-order': 'error',
  'element-missing': 'error',
  'element-repeated': 'error',
  'element-unknown': 'error',
  'element-misspelt': 'error',
  'element-misplaced': 'error',
  'element-namespace': 'error',
  'element-nil': 'error',
  'text-unexpected': 'error',
  'elements-in-value': 'error',
  'attribute-missing': 'error',
  'attribute-unknown': 'error',
  'attribute-value': 'error',
  'decimal-comma': 'error',
  'decimal-thousands': 'error',
  'decimal-exponent': 'error',
  'decimal-wrong': 'error',
  'value-empty': 'error',
  'date-with-time': 'error',
  'date-order': 'error',
  'date-wrong': 'error',
  'time-wrong': 'error',
  'date-time-wrong': 'error',
  'boolean-wrong': 'error',
  'base64-wrong': 'error',
  'value-wrong': 'error',
  'value-unusable': 'error',
  'schema-other': 'error',
  'order-repaired': 'warning',
  'findings-cut': 'warning',
  'character-removed': 'warning',
  'target-unknown': 'error',
  'target-shape': 'error',
  'target-repeated': 'error',
} as const satisfies Readonly<Record<string, Severity>>;

export type Code = keyof typeof severities;

/** Parts of sentences. */
export type PhraseName =
  | `type-${'decimal' | 'date' | 'time' | 'dateTime' | 'boolean' | 'base64Binary' | 'anyURI' | 'language' | 'text' | 'other'}`
  | 'after-name'
  | 'before-name'
  | 'in-name'
  | 'one-allowed'
  | 'most-allowed'
  | 'in-no-namespace'
  | 'with-prefix'
  | 'without-prefix'
  | 'in-namespace'
  | 'more-alike'
  | 'none-allowed'
  | 'example-unitCode'
  | 'wants-value'
  | 'wants-elements'
  | PartName;

/** The parts of a document that people speak of. */
export type PartName =
  | 'order-line'
  | 'despatch-line'
  | 'order-line-status'
  | 'buyer'
  | 'seller'
  | 'invoice-party'
  | 'delivery-party'
  | 'despatch-party'
  | 'document'
  | 'delivery'
  | 'delivery-status'
  | 'sub-line'
  | 'allowance-charge'
  | 'position';

export interface Texts {
  readonly messages: Readonly<Record<Code, readonly [message: string, advice: string]>>;
  readonly phrases: Readonly<Record<PhraseName, string>>;
}

const texts: Readonly<Record<Language, Texts>> = { en, nl };

/** A part of a sentence that is not in a language yet. */
export interface Phrase {
  readonly phrase: PhraseName;
  readonly values: Readonly<Record<string, string | number>>;
}

export function phrase(name: PhraseName, values: Phrase['values'] = {}): Phrase {
  return { phrase: name, values };
}

/** The words of a phrase in a language. */
export function say({ phrase, values }: Phrase, language: Language): string {
  return fill(texts[language].phrases[phrase], values);
}

/** Whether a code is one of this table, and not a rule's. */
export function isDocumentCode(code: string): boolean {
  return code in severities || /^(xml|document)-/.test(code);
}

export interface Place {
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
  readonly key?: string;
}

export type Values = Readonly<Record<string, string | number | Phrase>>;

/** Makes the finding of a code. A value named `value` is what the document holds; it is cut to 200 characters. */
export function finding(
  code: Code,
  given: Values = {},
  place: Place = {},
  language: Language = 'en',
): Finding {
  const [message, advice] = texts[language].messages[code];
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'object' ? say(value, language) : value,
    ]),
  );
  const value = values.value === undefined ? undefined : cut(String(values.value), 200);
  const short: Phrase['values'] = value === undefined ? values : { ...values, value: cut(value, 60) };
  return {
    code,
    severity: severities[code],
    message: fill(message, short),
    advice: fill(advice, short),
    ...place,
    ...(value === undefined ? {} : { value }),
  };
}

/** Makes findings in one language. */
export type Tell = (code: Code, values?: Values, place?: Place) => Finding;

export function teller(language: Language = 'en'): Tell {
  return (code, values, place) => finding(code, values, place, language);
}

/** Every code with its severity and texts; the manual's table is made from it. */
export function codes(
  language: Language = 'en',
): readonly { code: Code; severity: Severity; message: string; advice: string }[] {
  return (Object.keys(severities) as Code[]).map((code) => {
    const [message, advice] = texts[language].messages[code];
    return { code, severity: severities[code], message, advice };
  });
}

export function fill(template: string, values: Phrase['values']): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
