import type { OrderEntry } from '../../../api/model/order-model.ts';
import { StateWord } from '../../parts/answer.tsx';
import { ColumnHeads } from '../../parts/column-heads.tsx';
import { formatCount, formatDuration, formatTime } from '../../parts/times.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** Orders, one a row. */
export function OrderList({ orders }: { readonly orders: readonly OrderEntry[] }) {
  const { orders: text } = words.value;
  return (
    <div class="scroll">
      <table class="cards found">
        <thead>
          <tr>
            <ColumnHeads names={[text.state, text.order, text.party, text.weAre, text.last]} />
            <th scope="col" class="num">
              {text.documents}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={`${order.role} ${order.parties} ${order.number} ${order.message}`} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderRow({ order }: { readonly order: OrderEntry }) {
  const { orders: text } = words.value;
  return (
    <tr>
      <td class="sentence">
        <StateWord state={order.mark}>{order.sentence}</StateWord>
      </td>
      <td class="number">
        <a href={linkTo(pathOfOrder(order))}>{order.number ?? text.noNumber(order.message)}</a>
      </td>
      <td>{order.parties.join(', ') || '–'}</td>
      <td>{order.role ? text.role[order.role] : '–'}</td>
      <td class="when">{timeOf(order)}</td>
      <td class="num hide-m">{formatCount(order.documents)}</td>
    </tr>
  );
}

function timeOf({ since, lasts }: OrderEntry): string {
  if (since === undefined) return '';
  const span = lasts ? `, ${words.value.orders.for(formatDuration(Date.now() - Date.parse(since)))}` : '';
  return formatTime(since) + span;
}

/** Of one that has no number, its document. */
export function pathOfOrder({ number, parties: [party], role, message }: OrderEntry): string {
  if (number === undefined) return `/messages/${message}`;
  const query = new URLSearchParams({
    ...(party === undefined ? {} : { party }),
    ...(role === undefined ? {} : { as: role }),
  }).toString();
  return `/orders/${encodeURIComponent(number)}${query && `?${query}`}`;
}
