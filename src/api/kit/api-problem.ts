import type { LocalizedText } from '../../findings/localized-text.ts';

/** Why a request is not answered: a stable code, and the sentence for people. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly text: LocalizedText;
  /** What a program may want to know, such as how long to wait. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    status: number,
    code: string,
    text: LocalizedText,
    details: Readonly<Record<string, string | number>> = {},
  ) {
    super(text.en);
    this.status = status;
    this.code = code;
    this.text = text;
    this.details = details;
  }
}
