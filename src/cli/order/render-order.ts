import { renderValues } from '../../negotiation/line-findings.ts';
import type { OrdersFound } from '../../operator/orders/ask-for-orders.ts';
import type { OrderQuestion } from '../../operator/orders/find-orders.ts';
import { lineAnswers, type OrderLine } from '../../operator/orders/line-answers.ts';
import type { Chapter, OrderSummary, OrderTimeline } from '../../operator/orders/order-timeline.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderFullDuration, renderShortTime, renderTimeAfter } from '../../time/local-time.ts';
import type { Language, Role } from '../../types.ts';
import {
  type OrderWords,
  orderWords,
  renderLines,
  renderOrderAnswer,
  renderOrderTitle,
} from '../../wording/orders/order-words.ts';
import { renderStep } from '../../wording/orders/render-steps.ts';
import { commandLineReader, renderWhoActsSentence } from '../../wording/who-acts/who-acts-words.ts';
import { renderTable } from '../kit/command-kit.ts';

/** Who reads it, and when. */
export interface View {
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** One order for people: the answer first, with `withLines` its lines, then a line a step. */
export function renderTimeline(timeline: OrderTimeline, view: View, withLines: boolean): string {
  const words = orderWords(view.language);
  const { act } = timeline.answer;
  const head = `${renderOrderTitle(timeline, words)} · ${stateOf(timeline, view)}`;
  const acts = act.who === 'nobody' ? [] : [`  ${renderWhoActs(timeline, view)}`];
  const lines = withLines ? renderOrderLines(timeline.standing, view) : [];
  return [head, ...acts, ...lines, ...renderSteps(timeline.chapters, view)].map(escapeControls).join('\n');
}

/** `Purchasing has to act: change or cancel line 10 in the ERP, then export the order again.` */
const renderWhoActs = ({ answer }: OrderSummary, { language }: View): string =>
  renderWhoActsSentence(answer.act, commandLineReader, language);

function renderSteps(chapters: readonly Chapter[], view: View): readonly string[] {
  const rows = rowsOf(chapters, view);
  const width = Math.max(0, ...rows.map(({ what }) => what.length));
  const times = Math.max(0, ...rows.map(({ time }) => time.length));
  const texts = Math.max(0, ...rows.filter(({ id }) => id !== '').map(({ detail }) => detail.length));
  return rows.map(({ time, what, detail, id }) =>
    `  ${time.padStart(times)}  ${what.padEnd(width)}  ${id ? detail.padEnd(texts) : detail}   ${id}`.trimEnd(),
  );
}

/** What it is, since when, and what the other party has said; or the lines that it carried, where nothing is known of that. */
function stateOf(order: OrderSummary, { language, now }: View): string {
  const { answer, role, standing, lines } = order;
  const words = orderWords(language);
  const text = renderOrderAnswer(answer, words);
  const { since, lasts } = answer;
  const time = since === undefined ? '' : lasts ? span(since, now, words) : moment(since, now, language);
  if (role !== undefined && standing.length > 0)
    return `${text}${time} · ${renderLineAnswers(standing, role, words)}`;
  return `${text}${time}${lines.length === 0 ? '' : `   ${renderLines(words, lines)}`}`;
}

const span = (since: string, now: number, words: OrderWords): string =>
  ` ${words.for(renderFullDuration(now - Date.parse(since)))}`;

const moment = (since: string, now: number, language: Language): string =>
  ` ${orderWords(language).on(renderShortTime(since, now, language))}`;

/** `supplier REJECTED line 10; supplier accepted lines 20, 30`. */
function renderLineAnswers(standing: readonly OrderLine[], role: Role, words: OrderWords): string {
  const by = Map.groupBy(standing, ({ answer }) => answer);
  return lineAnswers
    .flatMap((answer) => {
      const lines = by.get(answer)?.map(({ line }) => line) ?? [];
      return lines.length === 0 ? [] : [`${words.answers[role][answer]} ${renderLines(words, lines)}`];
    })
    .join('; ');
}

/** An order line a line: `line 10  supplier proposes  dates 2026-04-08 instead of dates 2026-04-01  on 2 Nov 09:14:40`. */
function renderOrderLines(standing: readonly OrderLine[], { language, now }: View): readonly string[] {
  const words = orderWords(language);
  const rows = standing.map(({ line, answer, values, request, since, reason }) => {
    const changed = Object.keys(request ?? {}).filter((name) => request?.[name] !== values[name]);
    const agreed = renderValues(Object.keys(values), values, language);
    const asked = request && `${renderValues(changed, request, language)} ${words.asksFor} `;
    const told = `${asked ?? ''}${asked ? renderValues(changed, values, language) : agreed}`;
    return [
      `  ${renderLines(words, [line])}`,
      words.lineStates[answer],
      `${told}${reason === undefined ? '' : ` "${reason}"`}`,
      since === undefined ? '' : moment(since, now, language).trim(),
    ];
  });
  return rows.length === 0 ? [] : renderTable(rows).split('\n');
}

interface Line {
  readonly time: string;
  readonly what: string;
  readonly detail: string;
  readonly id: string;
}

function rowsOf(chapters: readonly Chapter[], { language, now }: View): readonly Line[] {
  const words = orderWords(language);
  let before: string | undefined;
  return chapters.flatMap(({ messages, steps }) =>
    steps.map((step, index) => {
      const { at, isNow } = step;
      const { what, detail } = renderStep(step, words, now);
      const time = isNow ? words.now : at === undefined ? '' : renderTimeAfter(at, before, now, language);
      before = at ?? before;
      return { time, what, detail, id: index === 0 ? idsOf(messages) : '' };
    }),
  );
}

function idsOf(messages: readonly number[]): string {
  const [first, last] = [messages[0], messages.at(-1)];
  return messages.length <= 2 ? messages.map((id) => `#${id}`).join(' ') : `#${first} … #${last}`;
}

/** For programs: with the texts beside, in the language of the config; instants in UTC. */
export function buildOrdersJson(found: OrdersFound, { language, now }: View): object {
  const words = orderWords(language);
  const summary = (order: OrderSummary) => ({
    ...order,
    text: renderOrderAnswer(order.answer, words),
    acts: renderWhoActs(order, { language, now }),
  });
  if (found.kind === 'several') return { orders: found.orders.map(summary), more: found.more };
  const chapters = found.order.chapters.map(({ messages, steps }) => ({
    messages,
    steps: steps.map((step) => ({ at: step.at, isNow: step.isNow, ...renderStep(step, words, now) })),
  }));
  return { orders: [{ ...summary(found.order), chapters }], more: false };
}

/** Several orders, by party. */
export function renderOrders(
  { text, party }: OrderQuestion,
  orders: readonly OrderSummary[],
  more: boolean,
  view: View,
): string {
  const { list } = orderWords(view.language);
  const asked = escapeControls(
    shortenQuestion([text, party && list.party(party)].filter(Boolean).join(', ')),
  );
  if (orders.length === 0) return list.none(asked);
  const rows = [...orders]
    .sort((a, b) => a.parties.join().localeCompare(b.parties.join()))
    .map((order) => [
      order.parties.join(', ') || '-',
      order.number ?? '-',
      order.role === undefined ? '-' : list.roles[order.role],
      stateOf(order, view),
      `#${order.messages.at(-1)}`,
    ]);
  const rest = more ? `\n${list.more}` : '';
  return `${list.fit(orders.length, asked)}\n${renderTable([list.headings, ...rows])}${rest}`;
}

const shortenQuestion = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
