import type { MessageFinding } from '../../../api/model/message-model.ts';
import { type MarkState, StateMark } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { words } from '../../shell/language.ts';
import { LineLink } from './place-link.tsx';

/** A finding at one of its places. */
export interface PlacedFinding {
  readonly finding: MessageFinding;
  readonly value: string | undefined;
  /** Where it stands first, and is told in full. */
  readonly first: number;
  readonly others: readonly number[];
}

export const findingMarks: Readonly<Record<MessageFinding['severity'], MarkState>> = {
  error: 'refused',
  park: 'parked',
  warning: 'warning',
};

const tones = { error: 'bad', park: 'warn', warning: 'warn' } as const;

/** Below its line, as a comment of a reviewer. `F8` goes from one to the next. */
export function FindingNote({ placed, line }: { readonly placed: PlacedFinding; readonly line: number }) {
  const { messages } = words.value;
  const { finding, value, first, others } = placed;
  const isAgain = first !== line;
  return (
    <div class={`fd ${tones[finding.severity]}`} role="note" tabIndex={-1}>
      <p class="t">
        <StateMark state={findingMarks[finding.severity]} label={messages.severity[finding.severity]} />
        <Sentence text={isAgain ? messages.again(value ?? finding.message, first) : finding.message} />
      </p>
      {!isAgain && (
        <p>
          <Sentence text={finding.advice} />
        </p>
      )}
      {!isAgain && (
        <p class="at">
          {others.length > 0 && (
            <>
              {messages.alsoAt}{' '}
              {others.slice(0, 20).map((other) => (
                <LineLink key={other} line={other} />
              ))}
              {' · '}
            </>
          )}
          <code>{finding.code}</code>
        </p>
      )}
    </div>
  );
}
