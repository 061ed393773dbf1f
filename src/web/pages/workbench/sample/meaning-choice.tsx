import { useState } from 'preact/hooks';
import { CommittedField } from '../../../parts/forms/committed-field.tsx';
import { words } from '../../../shell/language.ts';
import type { DocumentKind } from './correct-sample.ts';

interface ChoiceProps {
  /** Of the select. */
  readonly id: string;
  /** Of the documents. */
  readonly kind: DocumentKind;
  /** What the value is called. */
  readonly called: string;
  /** What a person said, or what was recognised; empty: nothing. */
  readonly meaning: string;
  readonly meanings: readonly string[];
  /** What it is called where it has no meaning of its own. */
  readonly otherwise: string;
  /** Why a person leaves it out. */
  readonly leaveOut: string | undefined;
  onMeaning(meaning: string): void;
  onLeaveOut(reason: string): void;
}

/** No meaning is called so. */
const out = '-';

/** What a value is in a document; or that it goes nowhere, which needs a reason. */
export function MeaningChoice(props: ChoiceProps) {
  const { id, kind, called, meaning, meanings, otherwise, leaveOut, onMeaning, onLeaveOut } = props;
  const { sample: texts } = words.value;
  const [isAsked, setAsked] = useState(false);
  const isOut = leaveOut !== undefined || isAsked;
  const choose = (chosen: string): void => {
    setAsked(chosen === out);
    if (chosen !== out) onMeaning(chosen);
  };
  return (
    <>
      <select
        id={id}
        class="in"
        aria-label={texts.meaningOf(called, kind)}
        value={isOut ? out : meaning}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{otherwise}</option>
        {meanings.map((one) => (
          <option key={one} value={one}>
            {nameMeaning(one, kind)}
          </option>
        ))}
        <option value={out}>{texts.leaveOut}</option>
      </select>
      {isOut && <ReasonField {...{ called, leaveOut, onLeaveOut }} isAsked={isAsked} />}
    </>
  );
}

interface ReasonProps extends Pick<ChoiceProps, 'called' | 'leaveOut' | 'onLeaveOut'> {
  /** Somebody has just chosen to leave it out. */
  readonly isAsked: boolean;
}

/** Without a reason nothing is left out. */
function ReasonField({ called, leaveOut = '', isAsked, onLeaveOut }: ReasonProps) {
  const { sample: texts } = words.value;
  const commit = (typed: string): void => {
    const reason = typed.trim();
    if (reason !== '') onLeaveOut(reason);
  };
  return (
    <CommittedField
      class="in sample-reason"
      aria-label={texts.reasonFor(called)}
      placeholder={texts.reason}
      value={leaveOut}
      isAsked={isAsked}
      maxLength={500}
      required
      onCommit={commit}
    />
  );
}

function nameMeaning(meaning: string, kind: DocumentKind): string {
  const { meanings, responseMeanings } = words.value.sample;
  const own = kind === 'response' ? responseMeanings[meaning] : undefined;
  return own ?? meanings[meaning] ?? meaning;
}
