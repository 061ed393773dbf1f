import type { ComponentChildren } from 'preact';

interface MessageFormProps {
  readonly label: string;
  /** The number that stands there at first, as text. */
  readonly first: string;
  /** On the button. */
  readonly act: string;
  readonly isBusy: boolean;
  /** Fields beside the number. */
  readonly children?: ComponentChildren;
  onInput?(): void;
  onMessage(id: number, fields: FormData): void;
}

/** Something is made of a message, which is named by its number. */
export function MessageForm({ label, first, act, isBusy, children, onInput, onMessage }: MessageFormProps) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const fields = new FormData(event.currentTarget);
    onMessage(Number(fields.get('message')), fields);
  };
  return (
    <form class="wb-form" onSubmit={submit} onInput={onInput}>
      <label>
        {label}{' '}
        <input
          class="in"
          name="message"
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          required
          defaultValue={first}
        />
      </label>
      {children}
      <button type="submit" class="b" disabled={isBusy}>
        {act}
      </button>
    </form>
  );
}
