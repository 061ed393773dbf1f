import type { MessageDetails } from '../../../api/model/message-model.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** `here`: a page below that of the message. */
export function Crumbs({
  message: { id, order, party },
  here,
}: {
  readonly message: Pick<MessageDetails, 'id' | 'order' | 'party'>;
  readonly here?: string;
}) {
  const { messages } = words.value;
  const query = party === undefined ? '' : `?${new URLSearchParams({ party })}`;
  return (
    <nav class="crumb" aria-label={messages.crumbs}>
      <a href={linkTo('/messages?needs=action')}>{messages.needsAction}</a>
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
