import { LocalizedError } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Finding } from '../../types.ts';

/** What cannot be used. */
export type UnusablePart =
  /** The way: the mappings of a channel, of which one does not fit the next. What is wrong with it: the findings. */
  | { readonly kind: 'mapping' | 'format' | 'way'; readonly name: string }
  | { readonly kind: 'schemas'; readonly folder: string; readonly why: LocalizedText }
  /** Of one's own, and not there now. */
  | { readonly kind: 'folder'; readonly why: LocalizedText }
  /** The table of what kind of value stands where. */
  | { readonly kind: 'value-classes'; readonly why: LocalizedText };

/** Mappings or XSDs of the user's own that do not work as they are: what needs them waits until they are mended. */
export class NotUsable extends LocalizedError {
  readonly part: UnusablePart;
  readonly findings: readonly Finding[];

  /** `findings`: of the file, where it could be read. */
  constructor(words: LocalizedText, part: UnusablePart, findings: readonly Finding[] = [], cause?: unknown) {
    super(words, cause);
    this.part = part;
    this.findings = findings;
  }
}
