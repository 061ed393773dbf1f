import type { FailedAnswer } from '../../exchange/exchange-client.ts';
import { answerKindOf } from '../../exchange/transport/answer.ts';
import { createFinding } from '../../findings/create-finding.ts';
import type { FindingCode } from '../../findings/finding-codes.ts';
import type { Finding, Language } from '../../types.ts';
import { backoff } from './backoff.ts';
import { renderAnswer } from './document-report.ts';

/** What an answer that is no yes means for a message: the table in docs/design.md, "What an answer means". */
export type AnswerVerdict =
  | { readonly step: 'wait'; readonly ms: number; readonly reason: string }
  | { readonly step: 'park' | 'reject'; readonly finding: Finding; readonly more?: readonly Finding[] };

export interface AttemptHistory {
  /** Attempts that failed in the same way, this one too. */
  readonly failures: number;
  /** Milliseconds since the first 404, undefined when there was none. */
  readonly notFoundFor: number | undefined;
  readonly patience: number;
  /** Of the findings. */
  readonly language?: Language;
}

export function judgeAnswer(answer: FailedAnswer, history: AttemptHistory): AnswerVerdict {
  const wait = (reason: string): AnswerVerdict => ({
    step: 'wait',
    ms: backoff(history.failures, answer.retryAfter),
    reason,
  });
  const found = (code: FindingCode): Finding => {
    const value = renderAnswer(answer.body, 150);
    return createFinding(code, { status: answer.status, value }, {}, history.language);
  };
  switch (answer.kind) {
    case 'refused':
      return judgeUnsent(answer, history) ?? { step: 'reject', finding: found('exchange-refused') };
    case 'notFound':
      return (history.notFoundFor ?? 0) < history.patience
        ? wait('The exchange does not know the order or account (yet): 404.')
        : { step: 'park', finding: found('exchange-not-found') };
    case 'down':
      return wait(`The exchange does not let us in: ${renderStatus(answer)}`);
    case 'retry':
      return wait(`The exchange could not take it now: ${renderStatus(answer)}`);
    case 'strange':
      return { step: 'park', finding: found(answerKindOf(answer.status) === 'ok' ? saysFailed : unexpected) };
  }
}

/** A status that says one thing, and a body that says another; else a status that nobody has a meaning for. */
const saysFailed: FindingCode = 'exchange-says-failed';
const unexpected: FindingCode = 'exchange-unexpected-status';

/** It did not fit the published contract: nothing was sent. */
function judgeUnsent(
  { mismatches = [] }: FailedAnswer,
  { language }: AttemptHistory,
): AnswerVerdict | undefined {
  const [first, ...more] = mismatches.map((mismatch) =>
    createFinding('contract-mismatch', { ...mismatch }, {}, language),
  );
  return first && { step: 'reject', finding: first, more };
}

const renderStatus = ({ status, body }: FailedAnswer): string =>
  `${status === 0 ? '' : `${status} `}${renderAnswer(body, 300)}`.trim();
