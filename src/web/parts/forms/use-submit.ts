import { useState } from 'preact/hooks';

interface Submitting {
  /** Why the last try failed. */
  readonly failed: unknown;
  readonly isBusy: boolean;
  submit(event: SubmitEvent): void;
}

/** What every form does: it stays, with what was typed, until what it asks for is done. */
export function useSubmit(act: (fields: FormData) => Promise<void>): Submitting {
  const [failed, setFailed] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async (fields: FormData): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    await act(fields).catch(setFailed);
    setBusy(false);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) void run(new FormData(event.currentTarget));
  };
  return { failed, isBusy, submit };
}
