import { useEffect, useState } from 'preact/hooks';
import type { DraftAnswer, SourcesAnswer } from '../../../../api/model/mapping-model.ts';
import type { ConflictAnswer } from '../../../../api/model/workbench/conflict-model.ts';
import { Answer } from '../../../parts/answer.tsx';
import { LoadingPart } from '../../../parts/page-states.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { formatTime } from '../../../parts/times.ts';
import { useAnswer } from '../../../parts/use-answer.ts';
import { goTo, linkTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { mayAdminister } from '../../../shell/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { pathOf } from '../workbench-bar.tsx';
import { type FrameParts, WorkbenchFrame } from '../workbench-frame.tsx';
import { ClashView } from './clash-view.tsx';
import { GoesAlong } from './goes-along.tsx';
import { JoinedChecks } from './joined-checks.tsx';
import { type Choices, useChoices } from './use-choices.ts';
import '../../../style/conflict.css';

/** Others have published over a draft: what becomes of both. On a phone it is read, and decided elsewhere. */
export function ConflictPage({ name }: { readonly name: string }) {
  return (
    <WorkbenchFrame name={name} part="edit">
      {(parts) =>
        mayAdminister.value ? (
          <ConflictQuestion {...parts} />
        ) : (
          <Answer state="noNews" title={words.value.conflict.title} />
        )
      }
    </WorkbenchFrame>
  );
}

function ConflictQuestion(parts: FrameParts) {
  const { name } = parts.mapping;
  const { answer, error, again } = useAnswer<ConflictAnswer>(`/mappings/${name}/draft/conflict`);
  if (!answer) return error === undefined ? <LoadingPart /> : <Problem error={error} />;
  const lookAgain = (): void => {
    again();
    parts.again();
  };
  return <ConflictView {...{ parts, answer, lookAgain }} />;
}

interface ViewProps {
  readonly parts: FrameParts;
  readonly answer: ConflictAnswer;
  /** The draft, or what runs, is another than this page knows. */
  lookAgain(): void;
}

function ConflictView({ parts: { mapping, mayEdit, onCount }, answer, lookAgain }: ViewProps) {
  const { conflict } = words.value;
  const { name } = mapping;
  const choices = useChoices(name, answer.files);
  const { clashes, undecided } = choices;
  const sources = useAnswer<SourcesAnswer>(`/mappings/${name}/sources`);
  useEffect(() => onCount(undecided), [undecided]);
  useNextKey();
  if (answer.files.length === 0)
    return (
      <Answer state="green" title={conflict.none}>
        <a href={linkTo(pathOf(name, 'edit'))}>{conflict.toEditor}</a>
      </Answer>
    );
  const moved = new Set(answer.files.map(({ file }) => file));
  const apart = Object.entries(mapping.draft?.files ?? {}).filter(([file]) => !moved.has(file));
  const files = { ...Object.fromEntries(apart), ...choices.join() };
  return (
    <>
      <Headline {...{ answer, choices, mayEdit }} />
      {clashes.length > 0 && (
        <section>
          <h2>{conflict.clashes(clashes.length)}</h2>
          {clashes.map((place, n) => (
            <ClashView
              key={`${n} ${place.file}`}
              place={place}
              choice={choices.find(place)}
              onChoose={mayEdit ? (text) => choices.choose(() => text, [place]) : undefined}
            />
          ))}
        </section>
      )}
      <GoesAlong {...answer} />
      {mayEdit && sources.answer && (
        <JoinedChecks {...{ mapping, files, undecided }} sources={sources.answer} />
      )}
      {mayEdit && <JoinForm {...{ name, answer, files, choices, lookAgain }} />}
    </>
  );
}

/** F8: to the next place that is not decided. */
function useNextKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-open="true"] button')?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

interface HeadlineProps extends Pick<FrameParts, 'mayEdit'> {
  readonly answer: ConflictAnswer;
  readonly choices: Choices;
}

function Headline({ answer: { since, ours }, choices, mayEdit }: HeadlineProps) {
  const { conflict } = words.value;
  const { clashes, undecided, choose } = choices;
  const last = since.at(-1);
  const acts = mayEdit && clashes.length > 1 && (
    <>
      <button type="button" class="b" onClick={() => choose(({ clash }) => clash.theirs ?? '')}>
        {conflict.allTheirs}
      </button>
      <button type="button" class="b" onClick={() => choose(({ clash }) => clash.ours ?? '')}>
        {conflict.allMine}
      </button>
    </>
  );
  return (
    <Answer
      state={undecided > 0 ? 'warning' : 'green'}
      title={last ? conflict.published(last.who, last.version, formatTime(last.at)) : conflict.editedByHand}
      acts={acts}
    >
      {since.length > 1 && conflict.before(since.length - 1)} <strong>{conflict.kept}</strong>{' '}
      {conflict.counts(ours.length, clashes.length, undecided, mayEdit)} {!mayEdit && conflict.onWiderScreen}
    </Answer>
  );
}

interface JoinProps extends Pick<ViewProps, 'answer' | 'lookAgain'> {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly choices: Choices;
}

/** Keeps the joined draft over what runs now. Another window, or another publication, is never overwritten. */
function JoinForm({ name, answer: { running, edition }, files, choices, lookAgain }: JoinProps) {
  const { conflict } = words.value;
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const isNewest = await keepJoined(name, running, edition, files);
      if (!isNewest) return lookAgain();
      choices.forget();
      toast(Object.keys(files).length === 0 ? conflict.nothingLeft : conflict.joined);
      goTo(pathOf(name, 'edit'));
    } catch (failed) {
      setError(failed);
      lookAgain();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="wb-join" onSubmit={(event) => void join(event)}>
      <Problem error={error} />
      <button type="submit" class="b p" disabled={isBusy || choices.undecided > 0}>
        {conflict.join}
      </button>
      <span class="muted">
        {choices.undecided === 0 ? (
          conflict.joinHint
        ) : (
          <>
            {conflict.undecided(choices.undecided)} <kbd>F8</kbd> {conflict.next}
          </>
        )}
      </span>
    </form>
  );
}

/** False: what runs is another again by now; the draft is joined all the same, and what came since is to be looked at. */
async function keepJoined(
  name: string,
  base: string,
  seen: number,
  files: Readonly<Record<string, string>>,
): Promise<boolean> {
  const path = `/mappings/${name}/draft`;
  if (Object.keys(files).length === 0) {
    await call(`${path}?seen=${seen}`, { method: 'DELETE' });
    return true;
  }
  const { running } = await call<DraftAnswer>(path, { method: 'PUT', body: { name, base, files, seen } });
  return running === base;
}
