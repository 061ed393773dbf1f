import { useEffect } from 'preact/hooks';
import type { HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { LoadingPart } from '../../../parts/page-states.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { formatTime } from '../../../parts/times.ts';
import { type Asked, useAnswer } from '../../../parts/use-answer.ts';
import { words } from '../../../shell/language.ts';
import type { PageProps } from '../../../shell/pages.ts';
import { ChangeList } from '../publish/others-work.tsx';
import { type FrameParts, WorkbenchFrame } from '../workbench-frame.tsx';
import { FreedByPublication } from './freed-by-publication.tsx';
import { VersionDifference } from './version-difference.tsx';
import { VersionList } from './version-list.tsx';

/** What runs, since when and by whom; the versions before it. */
export default function HistoryPage({ params: { name = '' } }: PageProps) {
  return (
    <WorkbenchFrame name={name} part="history">
      {(parts) => <HistoryView {...parts} />}
    </WorkbenchFrame>
  );
}

function HistoryView({ mapping, mayEdit, again }: FrameParts) {
  const { history: texts } = words.value;
  const { name } = mapping;
  const { answer, error, again: look } = useHistory(name);
  if (!answer) return error === undefined ? <LoadingPart /> : <Problem error={error} />;
  const { running } = answer;
  const isTakenUp = !answer.gateways.some(isTakingUp);
  const done = (): void => {
    look();
    again();
  };
  return (
    <>
      <Answer
        state={answer.byHand.length > 0 ? 'warning' : !running ? 'noNews' : isTakenUp ? 'green' : 'underWay'}
        title={running ? texts.title(running.number, formatTime(running.at), isTakenUp) : texts.none}
      >
        {running ? texts.by(running.who, running.reason) : texts.noneHint}
      </Answer>
      <Gateways gateways={answer.gateways} />
      {answer.byHand.length > 0 && (
        <section class="wb-box">
          <h2>{texts.byHandTitle}</h2>
          <p>{texts.byHand}</p>
          <ChangeList changes={answer.byHand} />
        </section>
      )}
      <div class="wb-two">
        <VersionList
          versions={answer.versions}
          running={running?.number}
          hasDraft={mapping.draft !== undefined}
        />
        <VersionDifference
          {...{ name, versions: answer.versions, running: running?.number, onPublished: done }}
          mayGoBack={mayEdit && mapping.mayPublish}
        />
      </div>
      <FreedByPublication publications={answer.publications} isTakenUp={isTakenUp} />
    </>
  );
}

/** Milliseconds between two looks while a gateway has not taken the files up yet. */
const takingUpLook = 1_500;

/** Followed, and looked at again as long as a gateway takes up what was published. */
function useHistory(name: string): Asked<HistoryAnswer> {
  const asked = useAnswer<HistoryAnswer>(`/mappings/${name}/history`, { follow: true });
  const { answer } = asked;
  useEffect(() => {
    if (!answer?.gateways.some(isTakingUp)) return undefined;
    const timer = setTimeout(asked.again, takingUpLook);
    return () => clearTimeout(timer);
  }, [answer]);
  return asked;
}

type GatewayModel = HistoryAnswer['gateways'][number];

/** It runs other files than these, and says nothing against them. */
const isTakingUp = ({ refusal, isSilent, uses }: GatewayModel): boolean =>
  refusal === undefined && !isSilent && uses?.isCurrent === false;

/** Green is only what runs the files as they are now, and says so itself. */
function GatewayMark({ gateway: { refusal, isSilent, uses } }: { readonly gateway: GatewayModel }) {
  if (refusal !== undefined) return <Icon name="refused" tone="bad" />;
  if (isSilent || uses === undefined) return <Icon name="noNews" />;
  return uses.isCurrent ? <Icon name="tick" tone="ok" /> : <Icon name="underWay" />;
}

/** Each running gateway proves the files by itself: what it says. */
function Gateways({ gateways }: Pick<HistoryAnswer, 'gateways'>) {
  const { history: texts } = words.value;
  if (gateways.length === 0) return null;
  return (
    <section>
      <h2>{texts.gateways}</h2>
      <ul class="wb-rows">
        {gateways.map((one) => (
          <li key={one.name}>
            <GatewayMark gateway={one} />
            <code>{one.name}</code>
            <span>{one.refusal ?? (one.isSilent ? texts.silent : texts.uses(one.uses))}</span>
            {one.uses && (
              <small class="muted">
                {texts.usedSince(formatTime(one.uses.since))} · <code>{one.uses.hash}</code>
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
