import type { OrderAnswer, OrderDetails } from '../../api/model/order-model.ts';
import { Answer } from '../parts/answer.tsx';
import { CopyTicket } from '../parts/copy-ticket.tsx';
import { Failure, Loading } from '../parts/page-states.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatCount, formatDuration, formatTime } from '../parts/times.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { address, linkTo } from '../shell/address.ts';
import { words } from '../shell/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { mayDecide } from '../shell/session.ts';
import { AboutOrder } from './order/about-order.tsx';
import { OpenTasks } from './order/open-tasks.tsx';
import { OrderLines } from './order/order-lines.tsx';
import { OrderList } from './order/order-list.tsx';
import { Rail } from './order/rail.tsx';
import { Track } from './order/track.tsx';
import '../style/order.css';

/** Where is it, who has to act, and what happened. */
export default function OrderPage({ params: { number = '' } }: PageProps) {
  const { query } = address.value;
  const path = `/orders/${encodeURIComponent(number)}${query.size > 0 ? `?${query}` : ''}`;
  const { answer, error, again } = useAnswer<OrderAnswer>(path, { follow: true });
  if (answer?.kind === 'several') return <Choice number={number} found={answer.found} />;
  if (answer) return <Order order={answer.order} />;
  return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
}

function Choice({
  number,
  found,
}: {
  readonly number: string;
  readonly found: Extract<OrderAnswer, { kind: 'several' }>['found'];
}) {
  const { orders } = words.value;
  const count = formatCount(found.orders.length);
  // a part of a number finds others too
  const title = found.orders.every((one) => one.number === number)
    ? orders.chooseTitle(number, count)
    : orders.found(count + (found.more ? '+' : ''), number, '');
  return (
    <main id="main">
      <Answer state={found.needsAction > 0 ? 'parked' : 'green'} title={title}>
        {found.more ? orders.more : orders.chooseHint}
      </Answer>
      <OrderList orders={found.orders} />
    </main>
  );
}

function Order({ order }: { readonly order: OrderDetails }) {
  return (
    <main id="main">
      <p class="crumb">{order.title}</p>
      <Answer state={order.mark} title={<Sentence text={order.sentence} />} acts={<Acts order={order} />}>
        <strong>{order.act.sentence}</strong> <Sentence text={sentencesOf(order)} />
      </Answer>
      <Track stations={order.track} />
      <OpenTasks tasks={order.tasks} />
      <OrderLines lines={order.lines} role={order.role ?? 'buyer'} />
      <div class="split">
        <Rail steps={order.steps} />
        <AboutOrder order={order} />
      </div>
    </main>
  );
}

const sentencesOf = (order: OrderDetails): string =>
  [order.why, order.advice, timeOf(order)].filter(Boolean).join(' ');

function timeOf({ since, lasts }: OrderDetails): string {
  const { orders } = words.value;
  if (since === undefined) return '';
  const time = formatTime(since);
  return lasts ? orders.since(time, formatDuration(Date.now() - Date.parse(since))) : orders.onTime(time);
}

function Acts({ order }: { readonly order: OrderDetails }) {
  const { orders } = words.value;
  const canDecide = order.state === 'parked' && mayDecide.value;
  return (
    <>
      {order.act.who !== 'nobody' && order.state !== 'task' && (
        <a class={canDecide ? 'b p' : 'b'} href={linkTo(`/messages/${order.message}`)}>
          {canDecide ? orders.decide : orders.toMessage}
        </a>
      )}
      <CopyTicket lines={[order.title, order.sentence, order.act.sentence, sentencesOf(order)]} />
    </>
  );
}
