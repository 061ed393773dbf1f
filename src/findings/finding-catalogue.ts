import type { Language, Severity } from '../types.ts';

/** What is said of some codes in one language. */
export type FindingMessages<C extends string> = Readonly<
  Record<C, readonly [message: string, advice: string]>
>;

/** Codes with all that is said of them: the shared ones, and those of each syntax. */
export interface FindingCatalogue<C extends string = string> {
  readonly severities: Readonly<Record<C, Severity>>;
  readonly messages: Readonly<Record<Language, FindingMessages<C>>>;
  /** Parts of their sentences beside the shared ones. */
  readonly phrases?: readonly PhraseTexts[];
}

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
  | 'and-more'
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
  | `looks-${'pdf' | 'zip' | 'office' | 'gzip' | 'zeros' | 'json' | 'html' | 'table' | 'other'}`
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
  | `blocked-${'no-url' | 'protocol' | 'host' | 'private'}`
  | DocumentPartName;

/** The parts of a document that people speak of. */
export type DocumentPartName =
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

/** A part of a sentence that only one syntax says. */
export type PhraseTexts = Readonly<Record<Language, string>>;
