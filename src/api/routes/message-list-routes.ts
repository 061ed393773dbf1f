import { z } from 'zod';
import type { PageReader } from '../../journal/journal.ts';
import { readMessageRows, readMessageTotals, rowOf } from '../../operator/browse/message-rows.ts';
import { readNeedsAction } from '../../operator/browse/needs-action.ts';
import { readNeighbours } from '../../operator/browse/neighbours.ts';
import type { Desk } from '../desk.ts';
import type { ReaderContext } from '../kit/answer-who-acts.ts';
import { renderMessageRow } from '../kit/render-message-row.ts';
import { type Route, route } from '../kit/route.ts';
import { selectMessages } from '../kit/select-messages.ts';
import {
  type ChangesAnswer,
  causesAnswer,
  changesAnswer,
  changesInput,
  messagesAnswer,
  messagesInput,
  neighboursAnswer,
  neighboursInput,
  totalsAnswer,
} from '../model/messages-model.ts';
import { maskNeedsAction, maskRow } from './render/mask-answers.ts';
import { assertNoValueAsked } from './render/masked-documents.ts';
import { renderNeedsAction } from './render-needs-action.ts';

/** Rows of a page. */
const pageSize = 50;

/** Newer ones that are counted. */
const mostNewer = 100;

export const messageListRoutes = (desk: Desk): readonly Route[] => [
  route(
    {
      ...{ method: 'GET', path: '/messages', role: 'read', forMasked: true },
      ...{ input: messagesInput, output: messagesAnswer },
      about: 'A page of the messages that fit, the newest first.',
    },
    async ({ before, after, ...filter }, context) => {
      assertNoValueAsked(context.caller, filter.value);
      const { rows, older, newer, searchedTo } = await readMessageRows(desk.journal.pages, {
        ...selectMessages(filter, desk.now()),
        limit: pageSize,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      });
      return {
        rows: rows
          .map((row) => renderMessageRow(row, context))
          .map((row) => (context.caller.masked ? maskRow(row) : row)),
        ...{ older, newer, searchedTo: searchedTo?.receivedAt },
      };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/messages/changes', role: 'read', forMasked: true },
      ...{ input: changesInput, output: changesAnswer },
      about: 'How rows that somebody looks at stand now, and how many newer ones fit.',
    },
    async ({ ids, ...filter }, context) => {
      assertNoValueAsked(context.caller, filter.value);
      const numbers = ids.split(',').map(Number);
      const { pages } = desk.journal;
      const query = { ...selectMessages(filter, desk.now()), after: Math.max(...numbers) };
      const [rows, { rows: newer, newer: more }] = await Promise.all([
        readRows(pages, numbers, context),
        readMessageRows(pages, { ...query, limit: mostNewer }),
      ]);
      return {
        rows: context.caller.masked ? rows.map(maskRow) : rows,
        ...{ newer: newer.length, more: more !== undefined },
      };
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/messages/:id/neighbours', role: 'read', forMasked: true },
      ...{ input: neighboursInput, output: neighboursAnswer },
      about: 'Where a message stands in a list, and which stand next to it.',
    },
    async ({ id, ...filter }, { caller }) => {
      assertNoValueAsked(caller, filter.value);
      return await readNeighbours(desk.journal.pages, selectMessages(filter, desk.now()), id);
    },
  ),
  route(
    {
      ...{ method: 'GET', path: '/messages/totals', role: 'read', forMasked: true },
      ...{ input: z.strictObject({}), output: totalsAnswer },
      about: 'How many messages there are, need action, and wait.',
    },
    async () => ({
      ...(await readMessageTotals(desk.journal.pages)),
      channels: Object.keys(desk.config().channels).sort(),
    }),
  ),
  route(
    {
      ...{ method: 'GET', path: '/messages/causes', role: 'read', forMasked: true },
      ...{ input: z.strictObject({}), output: causesAnswer },
      about: 'What needs action, by cause.',
    },
    async (_input, context) => {
      const causes = renderNeedsAction(
        await readNeedsAction(desk.journal.pages, mostCauses),
        desk.config(),
        context,
      );
      return context.caller.masked ? maskNeedsAction(causes, context.language) : causes;
    },
  ),
];

/** Causes that are told; nobody reads more. */
const mostCauses = 100;

async function readRows(
  pages: Pick<PageReader, 'message'>,
  ids: readonly number[],
  reader: ReaderContext,
): Promise<ChangesAnswer['rows']> {
  const messages = await Promise.all(ids.map((id) => pages.message(id)));
  return messages.flatMap((message) => (message ? [renderMessageRow(rowOf(message), reader)] : []));
}
