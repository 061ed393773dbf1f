import { useEffect, useRef, useState } from 'preact/hooks';
import type { FindAnswer } from '../../api/model/order-model.ts';
import { Answer } from '../parts/answer.tsx';
import { Icon } from '../parts/icons.tsx';
import { Failure, Loading } from '../parts/page-states.tsx';
import { formatCount } from '../parts/times.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { address, changeQuery, goTo } from '../shell/address.ts';
import { words } from '../shell/language.ts';
import { OrderList, pathOfOrder } from './order/order-list.tsx';
import '../style/order.css';

/** Any number finds its order; one hit goes straight there. */
export default function FindPage() {
  const { query } = address.value;
  const asked = query.get('q') ?? '';
  const { answer, error, again } = useAnswer<FindAnswer>(`/find?${query}`);
  const [only, ...others] = answer?.orders ?? [];
  const isOne = only !== undefined && others.length === 0 && !answer?.more;
  useEffect(() => {
    if (isOne) goTo(pathOfOrder(only), { replace: true });
  }, [isOne, only]);
  if (error !== undefined && !answer) return <Failure error={error} again={again} />;
  if (!answer || isOne) return <Loading />;
  return (
    <main id="main">
      <Found answer={answer} asked={asked} />
      <PartyFilter party={query.get('party') ?? undefined} />
      {answer.orders.length > 0 && <OrderList orders={answer.orders} />}
    </main>
  );
}

function Found({ answer, asked }: { readonly answer: FindAnswer; readonly asked: string }) {
  const { orders } = words.value;
  const { orders: found, needsAction, more } = answer;
  if (found.length === 0)
    return (
      <Answer state="noNews" title={asked === '' ? orders.nothingAsked : orders.none(asked)}>
        {orders.noneHint}
      </Answer>
    );
  const needs = needsAction > 0 ? orders.needs(formatCount(needsAction)) : '';
  const count = formatCount(found.length) + (more ? '+' : '');
  return (
    <Answer state={needsAction > 0 ? 'parked' : 'green'} title={orders.found(count, asked, needs)}>
      {more ? orders.more : orders.foundHint}{' '}
      {!more && found.some(({ number }) => number !== asked) && orders.wholeHint}
    </Answer>
  );
}

/** In the address, so that a link can be sent. */
function PartyFilter({ party }: { readonly party: string | undefined }) {
  const { orders } = words.value;
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const take = (event: Event): void => {
    event.preventDefault();
    const value = field.current?.value.trim() ?? '';
    setOpen(false);
    if (value !== '') changeQuery({ party: value });
  };
  if (party !== undefined)
    return (
      <div class="filters">
        <button
          type="button"
          class="flt on"
          aria-label={orders.takeOff(`${orders.ofParty} ${party}`)}
          onClick={() => changeQuery({ party: undefined })}
        >
          {orders.ofParty} <b>{party}</b> <Icon name="close" />
        </button>
      </div>
    );
  return (
    <div class="filters">
      <button type="button" class="flt" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        + {orders.ofParty}
      </button>
      {isOpen && (
        <form class="flt-form" onSubmit={take}>
          <input class="in" ref={field} aria-label={orders.addParty} />
          <button class="b" type="submit">
            {orders.filter}
          </button>
        </form>
      )}
    </div>
  );
}
