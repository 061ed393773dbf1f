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
      <Headline {...answer} />
      <Gateways gateways={answer.gateways} />
      {answer.byHand.length > 0 && (
        <section class="wb-box">
          <h2>{texts.byHandTitle}</h2>
          <p>{texts.byHand}</p>
          <ChangeList changes={answer.byHand} />
        </section>
      )}
      {(answer.versions.length > 0 || mapping.draft) && (
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
      )}
      <FreedByPublication publications={answer.publications} isTakenUp={isTakenUp} again={look} />
    </>
  );
}

/** What the files say runs only where a gateway uses them. */
function Headline({ running, byHand, gateways, publications }: HistoryAnswer) {
  const { history: texts } = words.value;
  if (!running)
    return (
      <Answer state={byHand.length > 0 ? 'warning' : 'noNews'} title={texts.none}>
        {texts.noneHint}
      </Answer>
    );
  const { number, at, who, reason } = running;
  const behind = gateways.filter((one) => isBehind(one, at, publications));
  const isRefused = behind.some(({ refusal }) => refusal !== undefined);
  const [state, title] = isRefused
    ? (['refused', texts.notEverywhere(number)] as const)
    : behind.length > 0
      ? (['underWay', texts.takenUp(number)] as const)
      : ([byHand.length > 0 ? 'warning' : 'green', texts.title(number, formatTime(at))] as const);
  return (
    <Answer state={state} title={title}>
      {texts.by(who, reason)}
    </Answer>
  );
}

/** It still runs files from before the version was there. */
function isBehind(
  { isSilent, uses }: GatewayModel,
  at: string,
  publications: HistoryAnswer['publications'],
): boolean {
  if (isSilent || uses === undefined || uses.isCurrent) return false;
  return (publications.find(({ id }) => id === uses.publication)?.at ?? uses.since) < at;
}

/** Milliseconds between two looks while a gateway has not taken the files up yet. */
const takingUpLook = 1_500;

/** Followed, and looked at again as long as a gateway takes up what was published, or retries what that frees. */
function useHistory(name: string): Asked<HistoryAnswer> {
  const asked = useAnswer<HistoryAnswer>(`/mappings/${name}/history`, { follow: true });
  const { answer } = asked;
  useEffect(() => {
    if (!answer || !isUnderWay(answer)) return undefined;
    const timer = setTimeout(asked.again, takingUpLook);
    return () => clearTimeout(timer);
  }, [answer]);
  return asked;
}

const isUnderWay = ({ gateways, publications }: HistoryAnswer): boolean =>
  gateways.some(isTakingUp) || publications.some(({ retry }) => retry && retry.ended === undefined);

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
