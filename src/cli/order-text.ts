import { lastingInFull, shortTime, timeAfter } from '../operator/clock.ts';
import type { Answer } from '../operator/orders/answer.ts';
import type { OrderQuestion } from '../operator/orders/find.ts';
import { linesIn } from '../operator/orders/steps.ts';
import type { Chapter, OrderAnswer, Timeline } from '../operator/orders/timeline.ts';
import { visible } from '../visible.ts';
import { table } from './common.ts';

/** One order for people: the answer first, then a line a step. */
export function tellTimeline(timeline: Timeline, now: number): string {
  const { answer, lines, chapters } = timeline;
  const carried = lines.length === 0 ? '' : `   ${linesIn(lines)}`;
  const head = `${titleOf(timeline)} · ${answer.text}${sinceOf(answer, now)}${carried}`;
  const rows = rowsOf(chapters, now);
  const width = Math.max(0, ...rows.map(({ what }) => what.length));
  const times = Math.max(0, ...rows.map(({ time }) => time.length));
  const texts = Math.max(0, ...rows.filter(({ id }) => id !== '').map(({ detail }) => detail.length));
  const steps = rows.map(({ time, what, detail, id }) =>
    `  ${time.padStart(times)}  ${what.padEnd(width)}  ${id ? detail.padEnd(texts) : detail}   ${id}`.trimEnd(),
  );
  return [head, ...steps].map(visible).join('\n');
}

/** `Order 4711 · buyer → 8712345000011`. */
function titleOf({ number, role, parties }: OrderAnswer): string {
  const order = number === undefined ? 'A document without a number' : `Order ${number}`;
  const other = parties.length === 0 ? '' : parties.join(', ');
  if (role === undefined) return other ? `${order} · ${other}` : order;
  const sides = role === 'buyer' ? ['we buy', 'from'] : ['we supply', 'to'];
  return `${order} · ${sides[0]}${other ? ` ${sides[1]} ${other}` : ''}`;
}

function sinceOf({ since, lasts }: Answer, now: number): string {
  if (since === undefined) return '';
  return lasts ? ` for ${lastingInFull(now - Date.parse(since))}` : ` on ${shortTime(since, now)}`;
}

interface Line {
  readonly time: string;
  readonly what: string;
  readonly detail: string;
  readonly id: string;
}

function rowsOf(chapters: readonly Chapter[], now: number): readonly Line[] {
  let before: string | undefined;
  return chapters.flatMap(({ messages, steps }) =>
    steps.map(({ at, isNow, what, detail }, index) => {
      const time = isNow ? 'now' : at === undefined ? '' : timeAfter(at, before, now);
      before = at ?? before;
      return { time, what, detail, id: index === 0 ? idsOf(messages) : '' };
    }),
  );
}

function idsOf(messages: readonly number[]): string {
  const [first, last] = [messages[0], messages.at(-1)];
  return messages.length <= 2 ? messages.map((id) => `#${id}`).join(' ') : `#${first} … #${last}`;
}

/** Several orders, by party. */
export function tellOrders(
  { text, party }: OrderQuestion,
  orders: readonly OrderAnswer[],
  more: boolean,
  now: number,
): string {
  const asked = visible(shortened([text, party && `party ${party}`].filter(Boolean).join(', ')));
  if (orders.length === 0) return `There is no order ${asked} in the journal.`;
  const rows = [...orders]
    .sort((a, b) => a.parties.join().localeCompare(b.parties.join()))
    .map(({ number, role, parties, answer, messages }) => [
      parties.join(', ') || '-',
      number ?? '-',
      role ?? '-',
      `${answer.text}${sinceOf(answer, now)}`,
      `#${messages.at(-1)}`,
    ]);
  const list = table([['PARTY', 'ORDER', 'WE ARE', 'STATE', 'LAST MESSAGE'], ...rows]);
  const rest = more ? '\nThere are more: --since and --party leave some out.' : '';
  return `${orders.length} orders fit ${asked}. Ask for one by its whole number and --party.\n${list}${rest}`;
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
