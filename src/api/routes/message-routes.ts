import { previewRetry } from '../../operator/decisions/try-retries.ts';
import { splitDocument } from '../../operator/messages/document-view.ts';
import { readableRoles, readMessagePart } from '../../operator/messages/message-details.ts';
import { renderRetryEnd } from '../../wording/decisions/render-outlook.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Caller, type Route, route } from '../kit/route.ts';
import {
  bodyAnswer,
  bodyInput,
  linesAnswer,
  linesInput,
  messageDetails,
  messageInput,
  previewAnswer,
  treeAnswer,
} from '../model/message-model.ts';
import { retrySite } from './bulk-routes.ts';
import { notMaskable, readAsAllowed } from './render/masked-documents.ts';
import { buildMessageDetails, noMessage } from './render/message-answer.ts';
import { mostLines, readShownText, showBeginning } from './render/shown-document.ts';
import { buildProblem } from './workbench/workbench-problems.ts';

/** `/messages/ID`: why does it stand where it stands? */
export const messageRoutes = (desk: Desk): readonly Route[] => [
  detailsRoute(desk),
  linesRoute(desk),
  bodyRoute(desk),
  treeRoute(desk),
  previewRoute(desk),
];

const detailsRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/messages/:id',
      role: 'read',
      forMasked: true,
      about: 'One message: the answer, what can be done, the document with its findings, and what happened.',
      input: messageInput,
      output: messageDetails,
    },
    ({ id }, context) => buildMessageDetails(desk, id, context),
  );

const linesRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/messages/:id/lines',
      role: 'read',
      forMasked: true,
      about: 'Lines of a part of a message, as its page shows them.',
      input: linesInput,
      output: linesAnswer,
    },
    async ({ id, role, from, to }, { caller }) => {
      const { lines } = splitDocument(readShownText(await readPart(desk, id, role, caller)));
      return { lines: lines.slice(from - 1, Math.min(to, from - 1 + mostLines)) };
    },
  );

const bodyRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/messages/:id/body',
      role: 'read',
      forMasked: true,
      about: 'The bytes of a part of a message, as they are; masked for who sees documents masked.',
      input: bodyInput,
      output: bodyAnswer,
    },
    async ({ id, role }, { caller }) => {
      const bytes = await readPart(desk, id, role, caller);
      if (bytes.length > most.body) throw tooLargeToSave(id, role);
      const message = await desk.journal.pages.message(id);
      const name = message?.name.replaceAll(/[^\w.#-]+/g, '_') ?? '';
      return {
        name: role === 'received' ? name : `${id}-${role}`,
        base64: Buffer.from(bytes).toString('base64'),
      };
    },
  );

/** As this reader may see it. */
async function readPart(desk: Desk, id: number, asked: string, caller: Caller): Promise<Uint8Array> {
  const role = readableRoles.find((one) => one === asked);
  const message = await desk.journal.pages.message(id);
  const bytes = role && (await readMessagePart(desk.journal.pages, id, role));
  const shown = message && bytes && (await readAsAllowed(desk, caller, message, asked, bytes));
  if (shown) return shown;
  if (bytes) throw notMaskable;
  throw new ApiProblem(404, 'no-part', {
    en: `Message ${id} has no such part, or it was deleted by retention.`,
    nl: `Bericht ${id} heeft dat deel niet, of het is verwijderd omdat de bewaartermijn om is.`,
  });
}

const previewRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/messages/:id/preview',
      role: 'operate',
      about: 'What a retry would make of a message today, tried in a thread of its own. Nothing is done.',
      input: messageInput,
      output: previewAnswer,
    },
    async ({ id }, { language, signal }) => {
      const preview = await previewRetry(retrySite(desk), id, signal);
      if (preview === undefined) throw noMessage(id);
      const { bytes } = preview;
      const made = bytes && (await desk.journal.pages.part(id, 'prepared'));
      const { one: text, why } = renderRetryEnd(preview, language);
      return {
        ...{ text, why },
        isSame: bytes !== undefined && made !== undefined && Buffer.from(bytes).equals(made),
        ...(bytes === undefined ? {} : { result: showBeginning(bytes) }),
      };
    },
  );

/**
 * Bytes of a document that are read for its tree, in the thread of trials, and rows that are shown of it; bytes that go over the line,
 * which takes five times as much memory.
 */
const most = { bytes: 500_000, rows: 5_000, body: 20_000_000 };

const treeRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/messages/:id/tree',
      role: 'read',
      forMasked: true,
      about: 'The document of a message as a tree, with what its format calls each value.',
      input: messageInput,
      output: treeAnswer,
    },
    async ({ id }, { caller, signal }) => {
      const message = await desk.journal.pages.message(id);
      const { channels, mappings: own } = desk.config();
      const format = message && channels[message.channel]?.document;
      if (format === undefined) throw noMessage(id);
      const bytes = await readPart(desk, id, 'received', caller);
      if (bytes.length > most.bytes) throw tooLarge;
      const task = { format, bytes, most: most.rows };
      const read = await desk.trials.workerFor({ own }).readRows(task, signal);
      if (read.kind === 'superseded') throw buildProblem('asked-again');
      if (read.kind !== 'answer') throw tooLarge;
      return {
        rows: read.answer.map(({ place, ...row }) => ({ ...row, ...(place ? { line: place.line } : {}) })),
      };
    },
  );

const tooLargeToSave = (id: number, role: string): ApiProblem =>
  new ApiProblem(413, 'too-large', {
    en: `This is too large for a page. On the machine of the gateway: gateway journal show ${id} --body ${role} > FILE`,
    nl: `Dit is te groot voor een pagina. Op de machine van de gateway: gateway journal show ${id} --body ${role} > BESTAND`,
  });

const tooLarge = new ApiProblem(413, 'too-large', {
  en: 'The document is too large to be shown as a tree.',
  nl: 'Het document is te groot om als boom te tonen.',
});
