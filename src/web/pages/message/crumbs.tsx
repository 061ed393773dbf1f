import type { MessageDetails } from '../../../api/model/message-model.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

interface CrumbsProps {
  readonly message: Pick<MessageDetails, 'id' | 'order' | 'party'>;
  /** A page below that of the message. */
  readonly here?: string;
  /** Somebody has to act: it stands in the list of those. */
  readonly needsAction?: boolean;
}

export function Crumbs({ message: { id, order, party }, here, needsAction = false }: CrumbsProps) {
  const { messages, shell } = words.value;
  const query = party === undefined ? '' : `?${new URLSearchParams({ party })}`;
  return (
    <nav class="crumb" aria-label={messages.crumbs}>
      {needsAction ? (
        <a href={linkTo('/messages?needs=action')}>{messages.needsAction}</a>
      ) : (
        <a href={linkTo('/messages')}>{shell.messages}</a>
      )}
      {order !== undefined && (
        <>
          {' › '}
          <a href={linkTo(`/orders/${encodeURIComponent(order)}${query}`)}>{messages.order(order)}</a>
        </>
      )}
      {' › '}
      {here === undefined ? (
        messages.message(id)
      ) : (
        <a href={linkTo(`/messages/${id}`)}>{messages.message(id)}</a>
      )}
      {here !== undefined && ` › ${here}`}
    </nav>
  );
}
