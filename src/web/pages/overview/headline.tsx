import { useEffect, useState } from 'preact/hooks';
import type { AlarmItem } from '../../../api/model/alarms-model.ts';
import type { OverviewAnswer } from '../../../api/model/overview-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { MarkState } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatDuration, formatTime } from '../../parts/times.ts';
import { markOfTrouble } from '../../parts/trouble-line.tsx';
import { words } from '../../shell/language.ts';
import { mayDecide } from '../../shell/session.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { AcknowledgeProps } from '../alarms/alarm-dialogs.tsx';

/** The worst trouble as a sentence; who has to act; what goes by itself. */
export function Headline({ answer, again }: { readonly answer: OverviewAnswer; again(): void }) {
  const worst = headlineTrouble(answer);
  return (
    <Answer
      state={stateOf(answer, worst)}
      title={titleOf(answer, worst)}
      acts={worst && <HeadlineActs worst={worst} lines={answer.whoToCall} again={again} />}
    >
      <strong>{whoActs(answer, worst)}</strong> <Rest answer={answer} worst={worst} />
    </Answer>
  );
}

/** A red one stands above what needs a decision; an amber one only where nothing does. */
export function headlineTrouble({ troubles, needsAction, tasks }: OverviewAnswer): AlarmItem | undefined {
  const [first] = troubles;
  const isFree = needsAction.parked.count + needsAction.refused.count + tasks.length === 0;
  return first && (first.level === 'red' || isFree) ? first : undefined;
}

function stateOf({ needsAction, tasks }: OverviewAnswer, worst: AlarmItem | undefined): MarkState {
  if (worst) return markOfTrouble(worst.code, worst.level);
  if (needsAction.parked.count > 0) return 'parked';
  if (needsAction.refused.count > 0) return 'refused';
  return tasks.length > 0 ? 'parked' : 'green';
}

function titleOf({ needsAction, tasks }: OverviewAnswer, worst: AlarmItem | undefined): string {
  const { summary: texts } = words.value;
  if (worst?.code === 'exchange-away') return texts.exchangeAway(formatTime(worst.since));
  if (worst) return texts.trouble(worst.title, worst.about, formatTime(worst.since));
  const { parked, refused } = needsAction;
  if (parked.count > 0) return texts.waitForDecision(parked.count, formatTime(parked.oldest ?? ''));
  if (refused.count > 0) return texts.wereRefused(refused.count);
  return tasks.length > 0 ? `${texts.tasksOpen(tasks.length)}.` : texts.allIsWell;
}

/** Nobody only where nothing on the page needs anybody. */
function whoActs(
  { needsAction, troubles, tasks: [task] }: OverviewAnswer,
  worst: AlarmItem | undefined,
): string {
  const { summary: texts } = words.value;
  const { parked, refused } = needsAction;
  const others = troubles.filter((one) => one !== worst);
  if (worst && parked.count + refused.count > 0) return texts.needAlso(parked.count, refused.count);
  if (worst && worst.act.who !== 'nobody') return worst.act.sentence;
  if (parked.count > 0) return texts.decideThem(refused.count);
  if (refused.count > 0) return texts.fixThem;
  if (task) return task.act.sentence;
  return others.length > 0 ? texts.seeBelow : texts.nobody;
}

function Rest({
  answer: { waiting, today, troubles },
  worst,
}: {
  readonly answer: OverviewAnswer;
  readonly worst: AlarmItem | undefined;
}) {
  const { summary: texts } = words.value;
  const more = waiting > 0 ? texts.moreWait(waiting) : '';
  const others = troubles.filter((one) => one !== worst).length;
  const also = others > 0 ? texts.moreTroubles(others) : '';
  if (worst) return <Sentence text={[more, worst.what, also].filter(Boolean).join(' ')} />;
  const ago = today.last && formatDuration(Date.now() - Date.parse(today.last));
  return <>{[more, texts.today(today.documents, ago)].filter(Boolean).join(' ')}</>;
}

interface ActsProps {
  readonly worst: AlarmItem;
  readonly lines: readonly string[];
  again(): void;
}

function HeadlineActs({ worst, lines, again }: ActsProps) {
  const { troubles: texts } = words.value;
  const [open, setOpen] = useState<'acknowledge' | 'call'>();
  useEffect(() => {
    // who types on at once finds the dialog there
    void import('../alarms/alarm-dialogs.tsx').catch(() => undefined);
  }, []);
  const close = (isDone = false): void => {
    setOpen(undefined);
    if (isDone) again();
  };
  return (
    <>
      {mayDecide.value && !worst.acknowledged && (
        <button class="b" type="button" onClick={() => setOpen('acknowledge')}>
          {texts.acknowledge}
        </button>
      )}
      <button class="b" type="button" onClick={() => setOpen('call')}>
        {texts.whoToCall}
      </button>
      {open === 'acknowledge' && <Acknowledge alarm={worst} onClose={close} />}
      {open === 'call' && <CallDialog lines={lines} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Loaded by who acknowledges: most only look. */
function Acknowledge(props: AcknowledgeProps) {
  const { module } = useLoaded(() => import('../alarms/alarm-dialogs.tsx'), ['alarms', 'troubles']);
  if (!module) return null;
  const { AcknowledgeDialog } = module;
  return <AcknowledgeDialog {...props} />;
}

function CallDialog({ lines, onClose }: { readonly lines: readonly string[]; onClose(): void }) {
  const { troubles: texts, deciding } = words.value;
  return (
    <Dialog title={texts.whoToCall} onClose={onClose}>
      <div class="body">
        {lines.length === 0 && <Sentence text={texts.noWhoToCall} />}
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <footer>
        <button class="b" type="button" onClick={onClose}>
          {deciding.close}
        </button>
      </footer>
    </Dialog>
  );
}
