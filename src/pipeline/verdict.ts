import type { Answer } from '../exchange/interface.ts';
import type { Finding } from '../types.ts';
import { backoff } from './backoff.ts';
import { tellAnswer } from './report.ts';

/** What an answer means for a message: the table in the README, "What an answer means". */
export type Verdict =
  | { readonly step: 'delivered' }
  | { readonly step: 'wait'; readonly ms: number; readonly reason: string }
  | { readonly step: 'park' | 'reject'; readonly finding: Finding; readonly more?: readonly Finding[] };

export interface AttemptHistory {
  readonly attempts: number;
  /** Milliseconds since the first 404, undefined when there was none. */
  readonly notFoundFor: number | undefined;
  readonly patience: number;
}

export function verdictOf(answer: Answer, history: AttemptHistory): Verdict {
  const wait = (reason: string): Verdict => ({
    step: 'wait',
    ms: backoff(history.attempts, answer.retryAfter),
    reason,
  });
  switch (answer.kind) {
    case 'ok':
      return { step: 'delivered' };
    case 'refused':
      return notSent(answer) ?? { step: 'reject', finding: refused(answer) };
    case 'notFound':
      return (history.notFoundFor ?? 0) < history.patience
        ? wait('The exchange does not know the order or account (yet): 404.')
        : { step: 'park', finding: notFound(answer) };
    case 'down':
      return wait(`The exchange does not let us in: ${tell(answer)}`);
    case 'retry':
      return wait(`The exchange could not take it now: ${tell(answer)}`);
    case 'strange':
      return { step: 'park', finding: strange(answer) };
  }
}

/** It did not fit the published contract: nothing was sent. */
function notSent({ findings = [] }: Answer): Verdict | undefined {
  const [finding, ...more] = findings;
  return finding && { step: 'reject', finding, more };
}

const tell = ({ status, body }: Answer): string =>
  `${status === 0 ? '' : `${status} `}${tellAnswer(body, 300)}`.trim();

const refused = (answer: Answer): Finding => ({
  code: 'exchange-refused',
  severity: 'error',
  message: `The exchange refused the document with status ${answer.status}.`,
  advice: 'Read its answer, put the document right in the ERP and export it again.',
  value: tellAnswer(answer.body, 200),
});

const notFound = (answer: Answer): Finding => ({
  code: 'exchange-not-found',
  severity: 'park',
  message: `The exchange still answers ${answer.status}: it does not know this order or account number.`,
  advice:
    'Have the account number or order entered at the exchange, then `gateway journal retry`; or discard the message.',
  value: tellAnswer(answer.body, 200),
});

const strange = (answer: Answer): Finding => ({
  code: 'exchange-unexpected-status',
  severity: 'park',
  message: `The exchange answered with the unexpected status ${answer.status}.`,
  advice: 'Ask the exchange what it means, then `gateway journal retry` or discard the message.',
  value: tellAnswer(answer.body, 200),
});
