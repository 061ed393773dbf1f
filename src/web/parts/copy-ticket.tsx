import { words } from '../shell/language.ts';
import { toast } from '../shell/toasts.tsx';

/** Copies what somebody else needs to know, with the address of the page. */
export function CopyTicket({
  lines,
  isBest,
}: {
  readonly lines: readonly string[];
  readonly isBest?: boolean;
}) {
  const { orders, states } = words.value;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText([...lines.filter(Boolean), location.href].join('\n'));
    toast(states.copied);
  };
  return (
    <button class={isBest ? 'b p' : 'b'} type="button" onClick={() => void copy()}>
      {orders.copyTicket}
    </button>
  );
}
