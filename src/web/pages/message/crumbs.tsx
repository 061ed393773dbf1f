import type { MessageDetails } from '../../../api/model/message-model.ts';
import { orderPaths } from '../../parts/order-paths.ts';
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
  return (
    <nav class="crumb" aria-label={messages.crumbs}>
      {needsAction ? (
        <a href={linkTo('/messages?needs=action')}>{messages.needsAction}</a>
      ) : (
        <a href={linkTo('/messages')}>{shell.messages}</a>
      )}
      {order !== undefined &&
        orderPaths(order, party).map(([number, path], n) => (
          <>
            {n === 0 ? ' › ' : ', '}
            <a href={linkTo(path)}>{messages.order(number)}</a>
          </>
        ))}
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
