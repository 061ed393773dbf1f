import { journalText } from '../../../findings/journal-texts.ts';
import type { Task } from '../../../journal/journal.ts';
import { renderValues } from '../../../negotiation/line-findings.ts';
import { type LineAnswer, lineAnswers, type OrderLine } from '../../../operator/orders/line-answers.ts';
import type { OrderSummary, OrderTimeline } from '../../../operator/orders/order-timeline.ts';
import type { Station, StationMark } from '../../../operator/orders/order-track.ts';
import type { Language, Role } from '../../../types.ts';
import { readFindingForPages } from '../../../wording/on-pages/page-actions.ts';
import { orderWords, renderLines, renderOrderTitle } from '../../../wording/orders/order-words.ts';
import { renderLineState, renderStation } from '../../../wording/orders/render-answer.ts';
import type { Desk } from '../../desk.ts';
import type { RequestContext } from '../../kit/route.ts';
import type {
  Mark,
  OrderDetails,
  OrderLineAnswer,
  OrderTask,
  TrackStation,
} from '../../model/order-model.ts';
import { buildOrderEntry } from './order-entry.ts';
import { buildOrderSteps } from './order-steps.ts';

/** One order with all that its page shows. */
export async function buildOrderDetails(
  desk: Desk,
  order: OrderTimeline,
  others: readonly OrderSummary[],
  context: RequestContext,
): Promise<OrderDetails> {
  const { language } = context;
  const entry = buildOrderEntry(order, context);
  const message =
    entry.act.who === 'nobody' ? undefined : await desk.journal.pages.message(order.answer.message);
  const isTask = order.answer.state === 'task';
  const tasks = order.tasks.map((task) => buildTask(task, language));
  const why = isTask ? tasks[0]?.text : message && journalText(message.reason, language);
  const advice = isTask ? tasks[0]?.advice : entry.advice;
  return {
    ...entry,
    advice: advice ?? '',
    why: order.answer.act.lines !== undefined && !isTask ? '' : (why ?? ''),
    // the name is a value of a document
    title: renderOrderTitle(context.caller.masked ? withoutName(order) : order, orderWords(language)),
    track: order.track.map((station) => buildStation(station, order, language)),
    lines: order.standing.map((line) => buildLine(line, order, language)),
    steps: buildOrderSteps(order.chapters, language, desk.now().getTime()),
    tasks,
    numbers: groupNumbers(order, language),
    channels: [...order.channels],
    others: others.map((other) => buildOrderEntry(other, context)),
  };
}

const withoutName = ({ partyName: _, ...order }: OrderTimeline): OrderTimeline => order;

const stationMarks: Readonly<Record<StationMark, Mark>> = {
  done: 'green',
  ended: 'discarded',
  rejected: 'refused',
  parked: 'parked',
  refused: 'refused',
  waiting: 'waiting',
  underWay: 'underWay',
  ahead: 'noNews',
};

function buildStation(station: Station, { role, standing }: OrderTimeline, language: Language): TrackStation {
  const { name, mark, at, again } = station;
  const isAnswer = name === 'answered' && mark !== 'ahead';
  return {
    title: renderStation(station, role, language),
    mark: stationMarks[mark],
    isAhead: mark === 'ahead',
    ...(at === undefined ? {} : { at }),
    ...(again === undefined ? {} : { again }),
    lasts: mark !== 'done' && mark !== 'rejected' && mark !== 'ended',
    detail: isAnswer ? renderCounts(standing, language) : '',
  };
}

/** `line 20 accepted, line 10 supplier proposes` */
function renderCounts(standing: readonly OrderLine[], language: Language): string {
  const words = orderWords(language);
  const by = Map.groupBy(standing, ({ answer }) => answer);
  return lineAnswers
    .flatMap((answer) => {
      const lines = by.get(answer)?.map(({ line }) => line) ?? [];
      return lines.length === 0 ? [] : [`${renderLines(words, lines)} ${words.lineStates[answer]}`];
    })
    .join(', ');
}

/** Of the state of a line: what is ours to answer stands out. */
const stateMarks: Readonly<Record<Role, Readonly<Record<LineAnswer, Mark>>>> = {
  buyer: {
    ...{ rejected: 'refused', proposed: 'parked', asked: 'waiting', open: 'waiting' },
    ...{ answered: 'green', accepted: 'green', completed: 'green', cancelled: 'discarded' },
  },
  supplier: {
    ...{ rejected: 'refused', proposed: 'waiting', asked: 'parked', open: 'underWay' },
    ...{ answered: 'green', accepted: 'green', completed: 'green', cancelled: 'discarded' },
  },
};

const lineMarks: Readonly<Record<LineAnswer, Mark>> = {
  rejected: 'refused',
  proposed: 'underWay',
  asked: 'underWay',
  open: 'noNews',
  answered: 'green',
  accepted: 'green',
  completed: 'green',
  cancelled: 'discarded',
};

function buildLine(line: OrderLine, order: OrderTimeline, language: Language): OrderLineAnswer {
  const { remarks, role, tasks } = order;
  const hasTask = tasks.some((task) => task.line === line.line);
  const { answer, values, request = {}, item, reason, since } = line;
  const changed = Object.entries(request).filter(([name, value]) => values[name] !== value);
  return {
    line: line.line,
    ...(item === undefined ? {} : { item }),
    values: renderValues(listShownValues(line, order), values, language),
    mark: lineMarks[answer],
    answer: orderWords(language).lineStates[answer],
    state: {
      mark: hasTask ? 'parked' : stateMarks[role ?? 'buyer'][answer],
      text: renderLineState(answer, role, hasTask, language),
    },
    changes: changed.map(([name, to]) => ({ from: renderValues([name], values, language), to })),
    ...(reason === undefined ? {} : { reason }),
    ...(since === undefined ? {} : { since }),
    remarks: remarks
      .filter(({ key }) => key === line.line)
      .map((remark) => readFindingForPages(remark, language).message),
  };
}

/** The item has a column of its own, of one delivery its quantity says all, and one place for all lines is no news of any. */
function listShownValues({ values }: OrderLine, { standing }: OrderTimeline): readonly string[] {
  const isOnePlace = new Set(standing.map((line) => line.values.place)).size === 1;
  const hidden = [
    'item',
    ...(isOnePlace ? ['place'] : []),
    ...(values.split?.includes('+') ? [] : ['split']),
  ];
  return Object.keys(values).filter((name) => !hidden.includes(name));
}

/** Findings are kept in the language of the config of their time. */
export function buildTask({ message, line, finding, opened }: Task, language: Language): OrderTask {
  const { message: text, advice } = readFindingForPages(finding, language);
  return { message, line, text, advice, opened };
}

/** A despatch advice over several orders knows their numbers too: those are not this one's. */
function groupNumbers({ numbers, number }: OrderTimeline, language: Language): OrderDetails['numbers'] {
  const names = orderWords(language).numbers;
  const own = numbers.filter(({ kind, value }) => kind !== 'purchase order' || value === number);
  return [...Map.groupBy(own, ({ kind }) => kind)].map(([kind, keys]) => ({
    name: names[kind],
    values: keys.map(({ value }) => value),
  }));
}
