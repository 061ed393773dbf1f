import { z } from 'zod';
import type { TaskRequest } from '../../types.ts';
import type { ChannelBacklog, CommandResult, Task, TaskQuery } from '../journal.ts';
import { buildKeyText } from '../messages/business-keys.ts';
import type { Settlement } from '../model/message.ts';
import { findingSchema, jsonColumn, optionalMember } from '../sql/row-columns.ts';
import {
  currentInstant,
  execute,
  placeholders,
  type Row,
  type SqlSteps,
  selectRow,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';

/** Open tasks: what documents ask that no operation of the exchange can say. They outlive their messages. */

/**
 * What a message that is settled ends and opens. The same task is not opened twice while one is open, nor again once a person has
 * ended it: an ERP that exports all lines asks the same with each export.
 */
export function* applyTaskChanges(id: number, { tasks = [], endsTasks = [] }: Settlement): SqlSteps<void> {
  if (tasks.length === 0 && endsTasks.length === 0) return;
  const message = yield* selectRow(
    'select address, channel, direction, purchase_order from message where id = ?',
    id,
  );
  if (message === undefined) return;
  const address = typeof message.address === 'string' ? message.address : `message:${id}`;
  const asked = new Set(tasks.map(({ line }) => line));
  yield* endTasksOfLines(
    id,
    message,
    address,
    endsTasks.filter((line) => !asked.has(line)),
  );
  for (const task of tasks) yield* openTask(id, message, address, task);
}

function* openTask(id: number, message: Row, address: string, task: TaskRequest): SqlSteps<void> {
  const [line, asks, at] = [buildKeyText(task.line), task.asks ?? task.finding.message, currentInstant()];
  const { code } = task.finding;
  const last = yield* selectRow(
    'select * from task where address = ? and line = ? and code = ? order by id desc limit 1',
    ...[address, line, code],
  );
  if (last !== undefined && isKnown(last, asks)) return;
  const isOpen = last?.ended === null;
  // what is asked otherwise than a person has read it is to be read again before it is ended
  if (isOpen)
    yield* execute(
      "update task set ended = ?, how = 'ERP', ended_by = ? where id = ?",
      ...[at, id, Number(last.id)],
    );
  yield* execute(
    `insert into task (message, address, channel, purchase_order, line, code, finding, asks, opened)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (address, line, code) where ended is null do nothing`,
    ...[id, address, String(message.channel)],
    typeof message.purchase_order === 'string' ? message.purchase_order : null,
    ...[line, code, JSON.stringify(task.finding), asks, isOpen ? String(last.opened) : at],
  );
}

/** Is the same open, or has a person ended it and nobody spoken of the line since? */
function isKnown({ ended, how, asks: asked, lapsed_by: lapsedBy }: Row, asks: string): boolean {
  if (ended === null) return asked === asks;
  return how === 'person' && lapsedBy === null && asked === asks;
}

/** Lines at once: an order may have thousands. */
const atOnce = 200;

function* endTasksOfLines(
  id: number,
  { direction }: Row,
  address: string,
  lines: readonly string[],
): SqlSteps<void> {
  const how = direction === 'outbound' ? 'exchange' : 'ERP';
  for (let at = 0; at < lines.length; at += atOnce) {
    const some = lines.slice(at, at + atOnce).map(buildKeyText);
    yield* execute(
      `update task set ended = ?, how = ?, ended_by = ? where address = ? and ended is null and line in (${placeholders(some)})`,
      currentInstant(),
      how,
      id,
      address,
      ...some,
    );
    yield* execute(
      `update task set lapsed_by = ? where address = ? and how = 'person' and lapsed_by is null and line in (${placeholders(some)})`,
      id,
      address,
      ...some,
    );
  }
}

/** A person has done what the tasks of a message ask for: of one line, or of all. */
export function* endTasksByPerson(
  message: number,
  line: string | undefined,
  { who = '', reason }: { readonly who?: string | undefined; readonly reason: string },
): SqlSteps<CommandResult> {
  const { condition, values } = buildOpenFilter(message, line);
  const rows = yield* selectRows(
    `update task set ended = ?, how = 'person', who = ?, reason = ? where ${condition} returning line`,
    currentInstant(),
    who,
    reason,
    ...values,
  );
  if (rows.length === 0) return { result: yield* explainNoOpenTask(message, line), refused: true };
  const lines = rows.map((row) => String(row.line)).filter((one) => one !== '');
  const of = lines.length === 0 ? 'the order' : `line ${lines.sort().join(', ')}`;
  return {
    result: `${rows.length === 1 ? 'The task' : `${rows.length} tasks`} of ${of} ended.`,
    refused: false,
  };
}

function buildOpenFilter(message: number, line: string | undefined) {
  const ofLine = line === undefined ? '' : ' and line = ?';
  const values: readonly Value[] = line === undefined ? [message] : [message, buildKeyText(line)];
  return { condition: `ended is null and message = ?${ofLine}`, values };
}

function* explainNoOpenTask(message: number, line: string | undefined): SqlSteps<string> {
  const open = yield* selectRows('select line from task where ended is null and message = ?', message);
  if (open.length === 0) return `Message ${message} has no open task.`;
  const lines = open.map((row) => String(row.line)).join(', ');
  return `Message ${message} has no open task of line ${line}; of ${lines} it has.`;
}

/** The oldest first. */
export function* listTasks({ open, address, message, limit }: TaskQuery): SqlSteps<readonly Task[]> {
  const conditions: readonly (readonly [string, Value | undefined])[] = [
    ['address = ?', address],
    ['message = ?', message],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = [...given.map(([condition]) => condition), ...(open ? ['ended is null'] : [])];
  const rows = yield* selectRows(
    `select * from task ${where.length === 0 ? '' : `where ${where.join(' and ')}`} order by id limit ?`,
    ...given.map(([, value]) => value ?? null),
    limit,
  );
  return rows.map(parseTask);
}

/** Messages of a pile that are named. */
const mostNamed = 5;

/** Open ones, by channel. */
export function* listTaskBacklogs(): SqlSteps<readonly ChannelBacklog[]> {
  const found: ChannelBacklog[] = [];
  const rows = yield* selectRows(
    'select channel, count(*) as n, min(opened) as oldest from task where ended is null group by channel order by channel',
  );
  for (const { channel, n, oldest } of rows) {
    const newest = yield* selectRows(
      'select message, max(id) as last from task where ended is null and channel = ? group by message order by last desc limit ?',
      String(channel),
      mostNamed,
    );
    const ids = newest.map(({ message }) => Number(message));
    found.push({ channel: String(channel), count: Number(n), oldest: String(oldest), newest: ids });
  }
  return found;
}

const taskRow = z
  .object({
    message: z.number(),
    address: z.string(),
    channel: z.string(),
    purchase_order: z.string().nullable(),
    line: z.string(),
    finding: jsonColumn(findingSchema),
    opened: z.string(),
    ended: z.string().nullable(),
    how: z.enum(['person', 'exchange', 'ERP']).nullable(),
    ended_by: z.number().nullable(),
    who: z.string(),
    reason: z.string(),
  })
  .transform(({ purchase_order, ended: at, how: by, ended_by, who, reason, ...rest }) => ({
    ...rest,
    ...optionalMember('purchaseOrderNumber', purchase_order),
    ...(at === null || by === null
      ? {}
      : { ended: { at, by, ...optionalMember('message', ended_by), who, reason } }),
  }));

const parseTask = (row: unknown): Task => taskRow.parse(row);
