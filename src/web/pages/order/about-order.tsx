import type { OrderDetails } from '../../../api/model/order-model.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';
import { pathOfOrder } from './order-list.tsx';

/** By which numbers it is known, and which others have its number. */
export function AboutOrder({ order }: { readonly order: OrderDetails }) {
  const { orders } = words.value;
  return (
    <aside class="side" aria-label={orders.knownAs}>
      <section>
        <h2>{orders.knownAs}</h2>
        <dl class="facts">
          {order.numbers.map(({ name, values }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{values.join(', ')}</dd>
            </div>
          ))}
          <div>
            <dt>{orders.channels}</dt>
            <dd>
              <code>{order.channels.join(', ')}</code>
            </dd>
          </div>
        </dl>
      </section>
      {order.others.length > 0 && (
        <section>
          <h2>{orders.alsoOrder}</h2>
          <ul>
            {order.others.map((other) => (
              <li key={pathOfOrder(other)}>
                <a href={linkTo(pathOfOrder(other))}>
                  {[other.number, other.role && orders.role[other.role], ...other.parties].join(' · ')}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
