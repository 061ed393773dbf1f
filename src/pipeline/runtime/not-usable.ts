import type { Finding } from '../../types.ts';

/** What cannot be used. */
export type UnusablePart =
  /** The way: the mappings of a channel, of which one does not fit the next. What is wrong with it: the findings. */
  | { readonly kind: 'mapping' | 'format' | 'way'; readonly name: string }
  /** `why`: as the library or the system says it, in English. */
  | { readonly kind: 'schemas'; readonly folder: string; readonly why: string }
  /** Of one's own, and not there now. */
  | { readonly kind: 'folder'; readonly why: string }
  /** The table of what kind of value stands where. */
  | { readonly kind: 'value-classes'; readonly why: string };

/** Mappings or XSDs of the user's own that do not work as they are: what needs them waits until they are mended. */
export class NotUsable extends Error {
  readonly part: UnusablePart;
  readonly findings: readonly Finding[];

  /** `findings`: of the file, where it could be read. */
  constructor(message: string, part: UnusablePart, findings: readonly Finding[] = [], cause?: unknown) {
    super(message, { cause });
    this.part = part;
    this.findings = findings;
  }
}
