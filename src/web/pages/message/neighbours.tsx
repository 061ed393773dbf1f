import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NeighboursAnswer } from '../../../api/model/messages-model.ts';
import { messagePath } from '../../parts/message-paths.ts';
import { formatCount } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { address, goTo, linkTo } from '../../shell/address.ts';
import { onKeys } from '../../shell/keyboard.ts';
import { words } from '../../shell/language.ts';

/** The way through the list that the reader came from: `j` goes down, `k` up. */
export function Neighbours({ id }: { readonly id: number }) {
  const list = address.value.query.get('in');
  return list === null ? null : <InList id={id} list={list} />;
}

function InList({ id, list }: { readonly id: number; readonly list: string }) {
  const { messages } = words.value;
  const { answer } = useAnswer<NeighboursAnswer>(`/messages/${id}/neighbours?${list}`);
  const { newer, older, place, count = 0, more = false } = answer ?? {};
  // a key may come as soon as the page is seen
  const next = useRef({ newer, older });
  next.current = { newer, older };
  useLayoutEffect(() => {
    const go = (way: 'newer' | 'older') => () => {
      const to = next.current[way];
      if (to !== undefined) goTo(messagePath(to, list));
    };
    const stops = [onKeys('j', go('older')), onKeys('k', go('newer'))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [list]);
  if (!answer) return null;
  return (
    <nav class="neighbours" aria-label={messages.inList}>
      <a href={linkTo(`/messages?${list}`)}>
        {messages.placeOf(place === undefined ? undefined : formatCount(place), formatCount(count), more)}
      </a>
      <Step to={newer} list={list} text={messages.newer} />
      <Step to={older} list={list} text={messages.older} />
    </nav>
  );
}

function Step({
  to,
  list,
  text,
}: {
  readonly to: number | undefined;
  readonly list: string;
  readonly text: string;
}) {
  return to === undefined ? (
    <span class="muted">{text}</span>
  ) : (
    <a href={linkTo(messagePath(to, list))}>{text}</a>
  );
}
