import { useEffect } from 'preact/hooks';
import type { MessageAction, MessageDetails } from '../../../api/model/message-model.ts';
import { CopyTicket } from '../../parts/copy-ticket.tsx';
import { Icon } from '../../parts/icons.tsx';
import { mendingPath } from '../../parts/message-paths.ts';
import { goTo, linkTo } from '../../shell/address.ts';
import { onKeys } from '../../shell/keyboard.ts';
import { words } from '../../shell/language.ts';

interface DecideBoxProps {
  readonly message: MessageDetails;
  readonly ticket: readonly string[];
  onChoose(way: MessageAction): void;
}

const keys: Readonly<Partial<Record<MessageAction, string>>> = { edit: 'e', retry: 'r', discard: 'd' };

/** The ways side by side, each with when it is right; the best first and filled. */
export function DecideBox({ message: { id, ways, mending }, ticket, onChoose }: DecideBoxProps) {
  const { messages } = words.value;
  useEffect(() => {
    const stops = ways.flatMap((way) => {
      const key = keys[way];
      const act = () => (way === 'edit' ? goTo(`/messages/${id}/edit`) : onChoose(way));
      return key === undefined ? [] : [onKeys(key, act)];
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [id, ways.join()]);
  useEffect(() => {
    // who decides by a key and types on finds the dialog there
    void import('./decision-dialog.tsx').catch(() => undefined);
  }, []);
  if (ways.length === 0) return null;
  return (
    <ul class="decide" aria-label={messages.decide}>
      {mending && <Mending {...{ id, mending }} />}
      {ways.map((way, index) => (
        <li key={way}>
          <WayButton
            way={way}
            isBest={index === 0 && mending === undefined}
            id={id}
            ticket={ticket}
            onChoose={onChoose}
          />
          <p>{messages.ways[way].when}</p>
        </li>
      ))}
    </ul>
  );
}

/** First what it stands still for, then the message itself. */
function Mending({
  id,
  mending,
}: {
  readonly id: number;
  readonly mending: NonNullable<MessageDetails['mending']>;
}) {
  const { name, when } = words.value.messages.mending[mending.table === undefined ? 'mapping' : 'table'];
  return (
    <li>
      <a class="b p" href={linkTo(mendingPath(mending, id))}>
        {name}
      </a>
      <p>{when}</p>
    </li>
  );
}

interface WayButtonProps extends Omit<DecideBoxProps, 'message'> {
  readonly way: MessageAction;
  readonly isBest: boolean;
  readonly id: number;
}

function WayButton({ way, isBest, id, ticket, onChoose }: WayButtonProps) {
  const { name } = words.value.messages.ways[way];
  if (way === 'ticket') return <CopyTicket lines={ticket} isBest={isBest} />;
  const tone = way === 'discard' ? 'b d' : isBest ? 'b p' : 'b';
  if (way === 'edit')
    return (
      <a class={tone} href={linkTo(`/messages/${id}/edit`)}>
        <Icon name="edit" />
        {name}
      </a>
    );
  return (
    <button class={tone} type="button" onClick={() => onChoose(way)}>
      {name}
    </button>
  );
}
