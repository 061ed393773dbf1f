import { useState } from 'preact/hooks';
import type { AlarmItem, AlarmsAnswer, SilenceItem } from '../../../api/model/alarms-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatTime } from '../../parts/times.ts';
import { markOfTrouble, TroubleLine } from '../../parts/trouble-line.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { mayAdminister, mayDecide } from '../../shell/session.ts';
import { AcknowledgeDialog, type AlarmAsked, EndSilenceDialog, SilenceDialog } from './alarm-dialogs.tsx';
import { AlarmText } from './alarm-text.tsx';
import { TestAlarms } from './test-alarms.tsx';
import '../../style/troubles.css';
import { ColumnHeads } from '../../parts/column-heads.tsx';

/** What is wrong, who was told, and what is kept quiet. */
export default function AlarmsPage() {
  const { answer, error, again } = useAnswer<AlarmsAnswer>('/alarms', { follow: true });
  const [asked, setAsked] = useState<AlarmAsked>();
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const close = (isDone = false): void => {
    setAsked(undefined);
    if (isDone) again();
  };
  return (
    <main id="main">
      <Summary answer={answer} ask={setAsked} />
      {answer.alarms.length > 0 && (
        <ul class="trs section">
          {answer.alarms.map((alarm) => (
            <AlarmLine key={`${alarm.code} ${alarm.about}`} alarm={alarm} ask={setAsked} />
          ))}
        </ul>
      )}
      <WhoToCall lines={answer.whoToCall} />
      <Silences silences={answer.silences} ask={setAsked} />
      {asked?.kind === 'acknowledge' && <AcknowledgeDialog alarm={asked.alarm} onClose={close} />}
      {asked?.kind === 'silence' && <SilenceDialog {...answer} alarm={asked.alarm} onClose={close} />}
      {asked?.kind === 'end' && <EndSilenceDialog silence={asked.silence} onClose={close} />}
    </main>
  );
}

type OpenAlarmDialog = (asked: AlarmAsked) => void;

function Summary({ answer, ask }: { readonly answer: AlarmsAnswer; readonly ask: OpenAlarmDialog }) {
  const { alarms: texts } = words.value;
  const { alarms, targets } = answer;
  const red = alarms.filter(({ level }) => level === 'red').length;
  const state = red > 0 ? 'red' : alarms.length > 0 ? 'amber' : 'green';
  return (
    <Answer
      state={state}
      title={texts.title(red, alarms.length - red)}
      acts={
        mayDecide.value && (
          <>
            <button class="b" type="button" onClick={() => ask({ kind: 'silence' })}>
              {texts.silence}
            </button>
            {mayAdminister.value && targets.length > 0 && <TestAlarms />}
          </>
        )
      }
    >
      {targets.length > 0 ? (
        <>
          <strong>{targets.join(', ')}</strong> {texts.isNotified}
        </>
      ) : (
        <Sentence text={texts.nobodyNotified} />
      )}
    </Answer>
  );
}

function AlarmLine({ alarm, ask }: { readonly alarm: AlarmItem; readonly ask: OpenAlarmDialog }) {
  const { alarms: texts } = words.value;
  const { code, about, level, title, what, since, acknowledged, silenced, act } = alarm;
  const notified = alarm.notified.map(({ target, at }) => texts.notified(target, formatTime(at)));
  const facts = [
    words.value.troubles.since(formatTime(since)),
    ...(silenced ? [texts.isSilenced] : notified.length > 0 ? notified : [texts.notNotified]),
  ];
  return (
    <TroubleLine
      state={markOfTrouble(code, level)}
      title={about === '' ? title : `${title}: ${about}`}
      who={acknowledged ? acknowledged.who : act.name}
      hint={
        acknowledged ? (
          `${texts.acknowledgedAt(formatTime(acknowledged.at))}: ${acknowledged.reason}`
        ) : (
          <>
            {act.hint}
            <br />
            {texts.notAcknowledged}
          </>
        )
      }
      acts={mayDecide.value && <AlarmActs alarm={alarm} ask={ask} />}
    >
      {facts.join(' · ')}
      <AlarmText text={what} />
      <details class="todo">
        <summary>{texts.todo}</summary>
        <Sentence text={alarm.todo} />
      </details>
    </TroubleLine>
  );
}

function AlarmActs({ alarm, ask }: { readonly alarm: AlarmItem; readonly ask: OpenAlarmDialog }) {
  const { alarms: texts } = words.value;
  return (
    <>
      {!alarm.acknowledged && (
        <button class="b" type="button" onClick={() => ask({ kind: 'acknowledge', alarm })}>
          {words.value.troubles.acknowledge}
        </button>
      )}
      {!alarm.silenced && (
        <button class="b" type="button" onClick={() => ask({ kind: 'silence', alarm })}>
          {texts.silence}
        </button>
      )}
    </>
  );
}

function WhoToCall({ lines }: { readonly lines: readonly string[] }) {
  const { troubles: texts } = words.value;
  return (
    <section aria-labelledby="who-to-call">
      <h2 id="who-to-call">{texts.whoToCall}</h2>
      {lines.length === 0 ? (
        <p class="muted">
          <Sentence text={texts.noWhoToCall} />
        </p>
      ) : (
        <ul class="calls">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Silences({
  silences,
  ask,
}: {
  readonly silences: readonly SilenceItem[];
  readonly ask: OpenAlarmDialog;
}) {
  const { alarms: texts } = words.value;
  if (silences.length === 0) return null;
  return (
    <section>
      <h2 id="silenced">{texts.silenced}</h2>
      <div class="scroll">
        <table class="cards" aria-labelledby="silenced">
          <thead>
            <tr>
              <ColumnHeads names={[texts.what, texts.until, texts.whyAndWho]} />
              {mayDecide.value && (
                <th scope="col">
                  <span class="vh">{texts.endIt}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {silences.map((silence) => (
              <tr key={silence.id}>
                <td>{[silence.kind || texts.everyKind, silence.about || texts.everywhere].join(', ')}</td>
                <td>{texts.untilTime(formatTime(silence.until))}</td>
                <td class="muted">{`${silence.reason} · ${silence.who}`}</td>
                {mayDecide.value && (
                  <td class="num">
                    <button class="b s" type="button" onClick={() => ask({ kind: 'end', silence })}>
                      {texts.endIt}
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
