import { linkTo } from '../shell/address.ts';
import { words } from '../shell/language.ts';
import { printableText } from '../shell/printable-text.ts';
import { toast } from '../shell/toasts.tsx';

interface CopyTicketProps {
  /** What somebody else needs to know; empty lines are left out. */
  readonly lines: readonly (string | false | undefined)[];
  /** Where it stands, as a path of ours; absent: on this page. */
  readonly path?: string;
  readonly isBest?: boolean;
}

/** Copies it as text, with the address where it stands. */
export function CopyTicket({ lines, path, isBest }: CopyTicketProps) {
  const { deciding, states } = words.value;
  const copy = async (): Promise<void> => {
    const address = path === undefined ? location.href : new URL(linkTo(path), location.href).href;
    const texts = lines.flatMap((line) => (line ? printableText(line).replace(/[\r\n\t]+/g, ' ') : []));
    await navigator.clipboard.writeText([...texts, address].join('\n'));
    toast(states.copied);
  };
  return (
    <button class={isBest ? 'b p' : 'b'} type="button" onClick={() => void copy()}>
      {deciding.copyTicket}
    </button>
  );
}
