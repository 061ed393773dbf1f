import type { DecisionAuthor } from '../../journal/journal.ts';
import type { Finding } from '../../types.ts';
import { type CorrectionChecker, type CorrectionOptions, checkCorrection } from './check-correction.ts';
import { decide } from './decide.ts';
import type { DecisionAccess } from './decision-access.ts';
import type { DecisionResult } from './decision-result.ts';

export interface Correction extends CorrectionOptions {
  readonly message: number;
  readonly bytes: Uint8Array;
}

/** `findings`: of a document that is refused. */
export type CorrectionResult = DecisionResult & { readonly findings?: readonly Finding[] };

/**
 * Sends a corrected document in the place of its message, or as its successor. One that would be refused, or is about another order,
 * does not end the message that it is to mend.
 */
export async function resendCorrection(
  access: DecisionAccess,
  checker: CorrectionChecker,
  { message: id, bytes, ...options }: Correction,
  author: DecisionAuthor,
): Promise<CorrectionResult> {
  const message = await access.journal.message(id);
  const check = message && (await checkCorrection(checker, message, bytes, options));
  if (check?.refusal) return { ...check.refusal, findings: check.findings };
  return await decide(access, { action: 'resend', message: id, force: false, bytes, ...author });
}
