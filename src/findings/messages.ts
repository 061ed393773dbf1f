import type { Finding, Language, Severity } from '../types.ts';
import { type Code, severities } from './codes.ts';
import { documents as documentsEn } from './en/documents.ts';
import { formats as formatsEn } from './en/formats.ts';
import { phrases as phrasesEn } from './en/phrases.ts';
import { way as wayEn } from './en/way.ts';
import { documents as documentsNl } from './nl/documents.ts';
import { formats as formatsNl } from './nl/formats.ts';
import { phrases as phrasesNl } from './nl/phrases.ts';
import { way as wayNl } from './nl/way.ts';

/**
 * All findings on documents that are not written in a rule file or a mapping. The codes are in codes.ts; what they say is
 * in a folder a language, so that another language is another folder with the same codes.
 */
export type Messages<C extends Code> = Readonly<Record<C, readonly [message: string, advice: string]>>;

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
  | `${'namespace' | 'write'}-${'prefix' | 'default'}`
  | 'write-name'
  | 'such-as'
  | `move-${'into' | 'after' | 'before' | 'to-one'}`
  | `wrap-${'into' | 'after' | 'before' | 'own' | 'each'}`
  | `value-${'belongs' | 'unknown'}`
  | 'remove-it'
  | `instead-of-${'change' | 'cancellation'}`
  | 'held-already'
  | 'held-or-named'
  | `nil-${'remove' | 'fill' | 'leave-out'}`
  | 'fill'
  | 'fill-or-leave-out'
  | 'fill-in-mapping'
  | 'correct'
  | 'correct-or-leave-out'
  | `holds-${'text' | 'nothing' | 'several' | 'nameless' | 'extension' | 'no-content'}`
  | `looks-${'pdf' | 'zip' | 'office' | 'gzip' | 'json' | 'edifact' | 'html' | 'table' | 'other'}`
  | 'likely-character'
  | 'still-open'
  | 'more-so-named'
  | `made-${'of' | 'from' | 'by-rule' | 'by-mapping'}`
  | `in-${'export' | 'exchange'}`
  | `value-${'quantity' | 'unit' | 'dates' | 'split' | 'price' | 'item' | 'place'}`
  | 'since'
  | `status-${'Cancelled' | 'Completed'}`
  | 'gives-nothing'
  | 'gives-texts'
  | 'takes-too-long'
  | 'too-much'
  | `step-${'check' | 'prepare' | 'work'}`
  | 'ended-alone'
  | `document-${'nameless' | 'required' | 'optional'}`
  | 'meant'
  | 'of-namespace'
  | 'at-the-beginning'
  | 'at-the-end'
  | 'counts-documents'
  | 'counts-rows'
  | 'counts-messages'
  | 'counts-groups'
  | 'counts-segments'
  | `blocked-${'no-url' | 'protocol' | 'host' | 'private'}`
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
  | 'receipt'
  | 'note'
  | 'property'
  | 'load-carrier'
  | 'charge'
  | 'position';

interface Texts {
  readonly messages: Messages<Code>;
  readonly phrases: Readonly<Record<PhraseName, string>>;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: { messages: { ...documentsEn, ...wayEn, ...formatsEn }, phrases: phrasesEn },
  nl: { messages: { ...documentsNl, ...wayNl, ...formatsNl }, phrases: phrasesNl },
};

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

export interface Place {
  readonly line?: number;
  readonly column?: number;
  readonly record?: number;
  readonly field?: string;
  readonly path?: string;
  readonly key?: string;
}

export type Values = Readonly<Record<string, string | number | Phrase>>;

/** Characters of one value in a sentence: a list of allowed names is shorter, a hostile name is not. */
const longest = 1000;

/** Makes the finding of a code. A value named `value` is what the document holds; it is cut to 200 characters. */
export function finding(
  code: Code,
  given: Values = {},
  place: Place = {},
  language: Language = 'en',
): Finding {
  const [message, advice] = texts[language].messages[code];
  const kept = mapped(given, (value) => (typeof value === 'string' ? cut(value, longest) : value));
  const values = mapped(kept, (value) => (typeof value === 'object' ? say(value, language) : value));
  const value = values.value === undefined ? undefined : cut(String(values.value), 200);
  const short: Phrase['values'] = value === undefined ? values : { ...values, value: cut(value, 60) };
  const found: Finding = {
    code,
    severity: severities[code],
    message: fill(message, short),
    advice: fill(advice, short),
    ...place,
    ...(place.path === undefined ? {} : { path: cut(place.path, longest) }),
    ...(value === undefined ? {} : { value }),
  };
  makings.set(found, kept);
  return found;
}

/** Beside the findings: neither the journal nor a report has a use for them. */
const makings = new WeakMap<Finding, Values>();

/**
 * What the sentences of a finding were made of, in no language: for programs that do what its advice says. Of the very object that
 * was made here; of none that was copied, stored or sent.
 */
export const makingOf = (found: Finding): Values => makings.get(found) ?? {};

function mapped<A, B>(values: Readonly<Record<string, A>>, to: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

/** What came from the exchange cannot be refused: a person decides. */
export const forPerson = (found: Finding): Finding => ({ ...found, severity: 'park' });

/** A finding that is not told in a language yet. */
export interface Fault {
  readonly code: Code;
  readonly values: Values;
  readonly place: Place;
}

export function told({ code, values, place }: Fault, language?: Language): Finding {
  return finding(code, values, place, language);
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
