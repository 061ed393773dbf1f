import { useState } from 'preact/hooks';
import type { DecisionAction, MessageAction, MessageDetails } from '../../api/model/message-model.ts';
import { Answer } from '../parts/answer.tsx';
import { CopyTicket } from '../parts/copy-ticket.tsx';
import { Failure, Loading } from '../parts/page-states.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatCount, formatDuration, formatTime } from '../parts/times.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { words } from '../shell/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { useLoaded } from '../shell/use-loaded.ts';
import { AnswerPane, answerPlace } from './message/answer-pane.tsx';
import { Crumbs } from './message/crumbs.tsx';
import { DecideBox } from './message/decide-box.tsx';
import { DocumentPane } from './message/document-pane.tsx';
import { FindingList } from './message/finding-list.tsx';
import { MessageFacts } from './message/message-facts.tsx';
import { Neighbours } from './message/neighbours.tsx';
import { OpenDecision } from './message/open-decision.tsx';
import { PlaceLink } from './message/place-link.tsx';
import { ResultPane } from './message/result-pane.tsx';
import '../style/message.css';
import '../style/order.css';

/** Why does it stand where it stands, and what can be done? */
export default function MessagePage({ params: { id = '' } }: PageProps) {
  const { answer, error, again } = useAnswer<MessageDetails>(`/messages/${encodeURIComponent(id)}`, {
    follow: true,
  });
  if (answer) return <Message message={answer} again={again} />;
  return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
}

interface MessageProps {
  readonly message: MessageDetails;
  again(): void;
}

function Message({ message, again }: MessageProps) {
  // as it was when the dialog was opened: a decision is not made on what has changed meanwhile
  const [open, setOpen] = useState<{ readonly way: DecisionAction; readonly message: MessageDetails }>();
  const choose = (chosen: MessageAction): void => {
    if (chosen !== 'ticket' && chosen !== 'edit') setOpen({ way: chosen, message });
  };
  const ticket = ticketOf(message);
  const needsSomeone = message.act.who !== 'nobody';
  return (
    <main id="main">
      <div class="crumbs-row">
        <Crumbs message={message} needsAction={needsSomeone} />
        <Neighbours id={message.id} />
      </div>
      <Answer
        state={message.mark}
        title={<Sentence text={message.sentence} />}
        acts={<Acts message={message} ticket={ticket} />}
      >
        <strong>{message.act.sentence}</strong> <Sentence text={sentencesOf(message)} />
      </Answer>
      <DecideBox message={message} ticket={ticket} onChoose={choose} />
      {message.tasks.length > 0 && <MessageTasks message={message} />}
      <div class="two">
        <DocumentPane message={message} />
        <div>
          {needsSomeone && <AnswerPane message={message} />}
          <ResultPane message={message} />
          {!needsSomeone && <AnswerPane message={message} />}
          <MessageFacts message={message} />
          <FindingList findings={message.findings} isDeleted={message.isDeleted} />
        </div>
      </div>
      {open && (
        <OpenDecision
          {...open}
          onClose={() => {
            setOpen(undefined);
            again();
          }}
        />
      )}
    </main>
  );
}

/** Loaded where there are any. */
function MessageTasks({ message: { tasks } }: { readonly message: MessageDetails }) {
  const { module } = useLoaded(() => import('./order/open-tasks.tsx'), ['orders']);
  return module ? <module.OpenTasks tasks={tasks} /> : null;
}

/** Why the exchange did not take it is read first, by whoever has to do something about it. */
function Acts({ message, ticket }: { readonly message: MessageDetails; readonly ticket: readonly string[] }) {
  const { answer, act, ways } = message;
  return (
    <>
      {answer && act.who !== 'nobody' && (
        <PlaceLink place={answerPlace} class="b">
          {words.value.messages.readAnswer}
        </PlaceLink>
      )}
      {!ways.includes('ticket') && <CopyTicket lines={ticket} />}
    </>
  );
}

function sentencesOf(message: MessageDetails): string {
  const { messages } = words.value;
  const { advice, since, behind, possiblyTwice, act, waitsFor } = message;
  const time =
    since === undefined
      ? ''
      : act.who === 'nobody'
        ? messages.onTime(formatTime(since))
        : messages.since(formatTime(since), formatDuration(Date.now() - Date.parse(since)));
  const waits = behind.length === 0 ? '' : messages.behind(formatCount(behind.length));
  const first = waitsFor === undefined ? '' : messages.waitsFor(waitsFor);
  return [advice, time, first, waits, possiblyTwice ? messages.twice : ''].filter(Boolean).join(' ');
}

/** What somebody else has to know: no values of the document but those in the findings. */
function ticketOf(message: MessageDetails): readonly string[] {
  const { messages } = words.value;
  const { id, order, sentence, channel, name, findings } = message;
  const head = [order && messages.order(order), messages.message(id), channel, name]
    .filter(Boolean)
    .join(' · ');
  return [
    head,
    sentence,
    sentencesOf(message),
    ...findings.map(({ message: text, advice, code, places }) => {
      const lines = places.flatMap(({ line }) => line ?? []).join(', ');
      return `- ${text} ${advice} (${code}${lines && `, ${lines}`})`;
    }),
  ];
}
