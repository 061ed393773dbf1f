import type { Answer } from '../../exchange/interface.ts';
import type { Code } from '../../findings/codes.ts';
import { finding } from '../../findings/messages.ts';
import type { Finding, Language } from '../../types.ts';
import { backoff } from './backoff.ts';
import { tellAnswer } from './report.ts';

/** What an answer means for a message: the table in the docs/design.md, "What an answer means". */
export type Verdict =
  | { readonly step: 'delivered' }
  | { readonly step: 'wait'; readonly ms: number; readonly reason: string }
  | { readonly step: 'park' | 'reject'; readonly finding: Finding; readonly more?: readonly Finding[] };

export interface AttemptHistory {
  readonly attempts: number;
  /** Milliseconds since the first 404, undefined when there was none. */
  readonly notFoundFor: number | undefined;
  readonly patience: number;
  /** Of the findings. */
  readonly language?: Language;
}

export function verdictOf(answer: Answer, history: AttemptHistory): Verdict {
  const wait = (reason: string): Verdict => ({
    step: 'wait',
    ms: backoff(history.attempts, answer.retryAfter),
    reason,
  });
  const found = (code: Code): Finding => {
    const value = tellAnswer(answer.body, 150);
    return finding(code, { status: answer.status, value }, {}, history.language);
  };
  switch (answer.kind) {
    case 'ok':
      return { step: 'delivered' };
    case 'refused':
      return notSent(answer, history) ?? { step: 'reject', finding: found('exchange-refused') };
    case 'notFound':
      return (history.notFoundFor ?? 0) < history.patience
        ? wait('The exchange does not know the order or account (yet): 404.')
        : { step: 'park', finding: found('exchange-not-found') };
    case 'down':
      return wait(`The exchange does not let us in: ${tell(answer)}`);
    case 'retry':
      return wait(`The exchange could not take it now: ${tell(answer)}`);
    case 'strange':
      return { step: 'park', finding: found('exchange-unexpected-status') };
  }
}

/** It did not fit the published contract: nothing was sent. */
function notSent({ misfits = [] }: Answer, { language }: AttemptHistory): Verdict | undefined {
  const [first, ...more] = misfits.map((misfit) => finding('contract-mismatch', { ...misfit }, {}, language));
  return first && { step: 'reject', finding: first, more };
}

const tell = ({ status, body }: Answer): string =>
  `${status === 0 ? '' : `${status} `}${tellAnswer(body, 300)}`.trim();
