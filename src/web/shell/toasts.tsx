import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

const text = signal<string | undefined>(undefined);

/** Says that something worked, undefined takes it away. What did not work is told where it was done, never here. */
export function toast(said: string | undefined): void {
  text.value = said;
}

/** Milliseconds that it stays, unless somebody points at it. */
const stays = 6_000;

export function Toasts() {
  const [isHeld, setHeld] = useState(false);
  const said = text.value;
  useEffect(() => {
    if (said === undefined || isHeld) return;
    const timer = setTimeout(() => {
      text.value = undefined;
    }, stays);
    return () => clearTimeout(timer);
  }, [said, isHeld]);
  return (
    <div role="status" class="toast-place">
      {said !== undefined && (
        <button
          type="button"
          class="toast"
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onClick={() => toast(undefined)}
        >
          {said}
        </button>
      )}
    </div>
  );
}
