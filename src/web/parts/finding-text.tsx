import { Sentence } from './sentence.tsx';

/** What was found, and what to do about it. */
export function FindingText({ message, advice }: { readonly message: string; readonly advice: string }) {
  return (
    <>
      <Sentence text={message} />{' '}
      <span class="muted">
        <Sentence text={advice} />
      </span>
    </>
  );
}
