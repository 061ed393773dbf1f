import { useEffect, useState } from 'preact/hooks';
import type { BulkAnswer } from '../../../api/model/bulk-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { type MarkState, markOfStanding, StateMark } from '../../parts/icons.tsx';
import { messagePath } from '../../parts/message-paths.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { Problem } from '../../parts/problem.tsx';
import { formatCount, formatTime } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { linkTo } from '../../shell/address.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import type { PageProps } from '../../shell/pages.ts';
import { mayDecide } from '../../shell/session.ts';
import { NotGone } from './not-gone.tsx';
import '../../style/messages.css';

/** Milliseconds between two looks while it is under way. */
const pause = 1_000;

/** A decision on many messages: how far it is, what did not go. It outlives this page. */
export default function DecisionPage({ params }: PageProps) {
  const { answer, error, again } = useAnswer<BulkAnswer>(`/decisions/${params.id}`, { follow: true });
  const isOver = answer?.ended !== undefined;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(again, pause);
    return () => clearInterval(timer);
  }, [isOver]);
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  return (
    <main id="main">
      <Headline answer={answer} again={again} />
      <Progress answer={answer} />
      <NotGone answer={answer} />
      <Decision answer={answer} />
    </main>
  );
}

const markOf = ({ ended, state, stuck, refused }: BulkAnswer): MarkState => {
  if (ended === undefined) return 'underWay';
  if (state === 'stopped') return 'discarded';
  return stuck.length + refused > 0 ? 'warning' : 'green';
};

function Headline({ answer, again }: { readonly answer: BulkAnswer; again(): void }) {
  const { bulk: texts, publishing } = words.value;
  const { retries } = publishing;
  const { action, done, total, state, stoppedBy, overtaken, publication, stuck, moreStuck } = answer;
  const [failed, setFailed] = useState<unknown>();
  const stop = async (): Promise<void> => {
    try {
      await call(`/decisions/${answer.id}/stop`, { method: 'POST', body: {} });
      again();
    } catch (error) {
      setFailed(error);
    }
  };
  const isDeferred = state === 'deferred';
  const isStoppable = isDeferred || state === 'planned' || state === 'running';
  return (
    <>
      <Answer
        state={markOf(answer)}
        title={
          isDeferred
            ? retries.deferred(total, publication ?? 0)
            : answer.ended === undefined
              ? texts.under[action](done, total)
              : texts.over[action](done, total)
        }
        acts={
          isStoppable &&
          mayDecide.value && (
            <button class="b" type="button" onClick={() => void stop()}>
              {isDeferred ? retries.callOff : texts.stop}
            </button>
          )
        }
      >
        {stuck.length > 0 && <strong>{texts.stuck(stuck.length, moreStuck)} </strong>}
        {state === 'stopping' ? texts.stopping : answer.ended === undefined ? texts.leave : ''}
        {overtaken !== undefined
          ? retries.overtaken(overtaken, stoppedBy ?? '')
          : state === 'stopped' && publication !== undefined && stoppedBy === undefined
            ? retries.byHand
            : stoppedBy !== undefined &&
              answer.ended !== undefined &&
              texts.stoppedBy(stoppedBy, answer.left)}
      </Answer>
      <Problem error={failed} />
    </>
  );
}

function Progress({ answer }: { readonly answer: BulkAnswer }) {
  const { bulk: texts } = words.value;
  const { total, done, open, left, refused, standings, ended } = answer;
  const facts: readonly (readonly [name: string, count: number, mark: MarkState])[] = [
    ...standings.map(({ standing, text, count }) => [text, count, markOfStanding(standing)] as const),
    [texts.unchanged, refused, 'noNews'],
    [texts.open, open, 'underWay'],
    // what was stopped is told in the headline
    [texts.toGo, ended === undefined ? left : 0, 'waiting'],
  ];
  return (
    <>
      <progress class="progress" value={done} max={total} aria-label={texts.progress} />
      <dl class="decision-facts">
        {facts
          .filter(([, count]) => count > 0)
          .map(([name, count, mark]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <StateMark state={mark} /> {formatCount(count)}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function Decision({ answer: { action, total, only, reason, who, at } }: { readonly answer: BulkAnswer }) {
  const { bulk: texts } = words.value;
  return (
    <section>
      <h2>{texts.decision}</h2>
      <dl class="decision">
        <dt>{texts.what}</dt>
        <dd>
          {texts.title[action](total)}
          {only !== undefined && (
            <>
              {': '}
              <a href={linkTo(messagePath(only))}>{only}</a>
            </>
          )}
        </dd>
        <dt>{texts.why}</dt>
        <dd>{reason}</dd>
        <dt>{texts.by}</dt>
        <dd>{`${who}, ${formatTime(at)}`}</dd>
      </dl>
    </section>
  );
}
