import { isInbound } from '../../config/channel-direction.ts';
import type { Format } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import type { Message } from '../../journal/model/message.ts';
import { previewCorrection } from '../../operator/decisions/preview-correction.ts';
import { resendCorrection } from '../../operator/decisions/resend-correction.ts';
import { encodeEditedText, readEditableText } from '../../operator/messages/editable-text.ts';
import { followUp } from '../../operator/messages/follow-up.ts';
import { readMessageDetails } from '../../operator/messages/message-details.ts';
import { renderDecision } from '../../wording/decisions/render-decision.ts';
import type { Desk } from '../desk.ts';
import { ApiProblem } from '../kit/api-problem.ts';
import { type Route, route } from '../kit/route.ts';
import {
  checkAnswer,
  checkInput,
  editableAnswer,
  editDraftAnswer,
  editDraftInput,
  forgetDraftInput,
  messageInput,
  resendAnswer,
  resendInput,
} from '../model/message-model.ts';
import { assertAsSeen, assertReason, describe } from './decision-routes.ts';
import { FileNames } from './render/file-names.ts';
import { groupByCause, markSeen, noMessage } from './render/message-answer.ts';
import { showBeginning, syntaxOf } from './render/shown-document.ts';

/** `/messages/ID/edit`: a corrected document in the place of what the ERP wrote. */
export const editRoutes = (desk: Desk): readonly Route[] => [
  editableRoute(desk),
  checkRoute(desk),
  keepDraftRoute(desk),
  deleteDraftRoute(desk),
  resendRoute(desk),
];

interface Original {
  readonly message: Message;
  readonly bytes: Uint8Array;
  /** Of its bytes. */
  readonly format: Pick<Format, 'decodeText'>;
}

/** Uses the document as it counts now; rejects with ApiProblem where there is none that could be edited. */
async function withOriginal<T>(desk: Desk, id: number, use: (original: Original) => Promise<T>): Promise<T> {
  const message = await desk.journal.pages.message(id);
  if (!message) throw noMessage(id);
  const document = desk.config().channels[message.channel]?.document;
  const bytes =
    (await desk.journal.pages.part(id, 'corrected')) ?? (await desk.journal.pages.part(id, 'received'));
  const hasText = message.direction === 'inbound' && message.outcome !== 'split';
  if (!bytes || document === undefined || !hasText) throw notEditable(id);
  return await use({ message, bytes, format: requireFormat(desk.formats(), document) });
}

const notEditable = (id: number): ApiProblem =>
  new ApiProblem(409, 'not-editable', {
    en: `The document of message ${id} cannot be edited here: it is not kept any more, or is no text that can be written back as it was.`,
    nl: `Het document van bericht ${id} kan hier niet worden aangepast: het is niet meer bewaard, of is geen tekst die teruggeschreven kan worden zoals hij was.`,
  });

const editableRoute = (desk: Desk): Route =>
  route(
    {
      method: 'GET',
      path: '/messages/:id/edit',
      role: 'operate',
      about: 'The document of a message as text that can be edited.',
      input: messageInput,
      output: editableAnswer,
    },
    ({ id }, { caller }) =>
      withOriginal(desk, id, async ({ message, bytes, format }) => {
        const editable = readEditableText(format, bytes);
        const details = await readMessageDetails(desk.journal.pages, id);
        if (!editable || !details) throw notEditable(id);
        const draft = await desk.journal.drafts.findDraft(caller.name, subjectOf(id));
        const keys = await desk.journal.pages.listBusinessKeys([id]);
        const party = keys.find(({ kind }) => kind === 'party')?.value;
        const channel = desk.config().channels[message.channel];
        const operation = channel && isInbound(channel) ? channel.to.exchange : undefined;
        const { purchaseOrderNumber: order, name } = message;
        const line = message.findings.find((finding) => finding.line !== undefined)?.line;
        return {
          ...{ id, name, ...editable },
          ...(order === undefined ? {} : { order }),
          ...(party === undefined ? {} : { party }),
          ...(operation === undefined ? {} : { operation }),
          ...(draft === undefined
            ? {}
            : { draft: { text: draft.content, at: draft.at, edition: draft.edition } }),
          ...(line === undefined ? {} : { at: line }),
          syntax: syntaxOf(editable.text),
          seen: markSeen(details),
          isSettled: message.state === 'settled',
        };
      }),
  );

/** Rejects with ApiProblem for a character that the document cannot hold. */
function encodeOrThrow({ format, bytes }: Original, text: string): Uint8Array {
  const encoded = encodeEditedText(format, bytes, text);
  if (encoded.bytes) return encoded.bytes;
  throw new ApiProblem(422, 'not-encodable', {
    en: `The encoding of this document has no “${encoded.unfit}”: type something else instead.`,
    nl: `De codering van dit document heeft geen “${encoded.unfit}”: typ iets anders.`,
  });
}

const checkRoute = (desk: Desk): Route =>
  route(
    {
      method: 'POST',
      path: '/messages/:id/check',
      role: 'operate',
      unaudited: 'reads',
      about: 'What the gateway would say of an edited document. Nothing is changed.',
      input: checkInput,
      output: checkAnswer,
    },
    ({ id, text, asAnotherOrder }, { language }) =>
      withOriginal(desk, id, async (original) => {
        const bytes = encodeOrThrow(original, text);
        const site = { ...desk.checker(), journal: desk.journal.pages, now: desk.now() };
        const options = { asAnotherOrder };
        const { refusal, findings, ...made } = await previewCorrection(
          site,
          original.message,
          bytes,
          options,
        );
        return {
          ...(made.bytes ? { result: showBeginning(made.bytes) } : {}),
          ...(refusal ? { refusal: renderDecision(refusal, language) } : {}),
          isAnotherOrder: findings.some(({ code }) => code.startsWith('corrected-')),
          findings: groupByCause(findings, 'line', { language, names: namesOf(desk) }),
        };
      }),
  );

/** Of drafts in the journal, which go with the document. */
const subjectOf = (id: number): string => `message ${id}`;

const keepDraftRoute = (desk: Desk): Route =>
  route(
    {
      method: 'PUT',
      path: '/messages/:id/draft',
      role: 'operate',
      unaudited: 'draft',
      about: 'Keeps what somebody typed into a document, for the same user to go on with.',
      input: editDraftInput,
      output: editDraftAnswer,
    },
    ({ id, text, seen }, { caller }) =>
      withOriginal(desk, id, async ({ message }) => {
        const draft = { who: caller.name, subject: subjectOf(id), base: message.hash, content: text };
        const kept = await desk.access.write((journal) => journal.drafts.saveDraft(draft, seen));
        if (kept === undefined) throw otherWindow;
        return { at: kept.at, edition: kept.edition };
      }),
  );

const otherWindow = new ApiProblem(409, 'draft-changed', {
  en: 'Another window of yours has changed this draft. Load the page anew to go on with that one.',
  nl: 'Een ander venster van u heeft dit concept gewijzigd. Laad de pagina opnieuw om daarmee verder te gaan.',
});

const deleteDraftRoute = (desk: Desk): Route =>
  route(
    {
      method: 'DELETE',
      path: '/messages/:id/draft',
      role: 'operate',
      unaudited: 'draft',
      about: 'Forgets what somebody typed into a document.',
      input: forgetDraftInput,
      output: editDraftAnswer,
    },
    async ({ id, seen }, { caller }) => {
      const isGone = await desk.access.write((journal) =>
        journal.drafts.removeDraft(caller.name, subjectOf(id), seen),
      );
      if (!isGone) throw otherWindow;
      return { edition: 0 };
    },
  );

/** Milliseconds in which most messages have gone through. */
const patience = 5_000;

const resendRoute = (desk: Desk): Route =>
  route(
    {
      method: 'POST',
      path: '/messages/:id/resend',
      role: 'operate',
      needsGateway: true,
      about: 'Sends an edited document in the place of the original, which is kept. Answers what came of it.',
      input: resendInput,
      output: resendAnswer,
    },
    ({ id, text, reason, seen, asAnotherOrder }, { caller, language }) =>
      withOriginal(desk, id, async (original) => {
        await assertAsSeen(desk, id, seen);
        assertReason(reason);
        const since = desk.now().toISOString();
        const correction = { message: id, bytes: encodeOrThrow(original, text), asAnotherOrder };
        const by = { who: caller.name, reason: reason.trim(), origin: 'page' } as const;
        const result = await resendCorrection(desk.access, desk.checker(), correction, by);
        const after = result.kind === 'done' ? await followUp(desk.journal.pages, [id], since, patience) : [];
        return {
          kind: result.kind,
          text: renderDecision(result, language),
          after: describe(after, language),
          findings: groupByCause(result.findings ?? [], 'line', { language, names: namesOf(desk) }),
        };
      }),
    ({ id, reason }) => ({ action: 'resend', object: `${id}`, reason: reason.trim() }),
  );

const namesOf = (desk: Desk): FileNames => new FileNames({ own: desk.config().mappings });
