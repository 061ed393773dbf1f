import { useState } from 'preact/hooks';
import type { DifferenceAnswer, HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { changeQuery } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { OpenPublish } from '../publish/open-publish.tsx';
import { choosePair } from './version-list.tsx';

interface DifferenceProps {
  readonly name: string;
  readonly versions: HistoryAnswer['versions'];
  /** The number of the one that runs. */
  readonly running: number | undefined;
  readonly mayGoBack: boolean;
  onPublished(): void;
}

/** What the chosen version says otherwise than another, and the way back to it. */
export function VersionDifference({ name, versions, running, mayGoBack, onPublished }: DifferenceProps) {
  const { history: texts } = words.value;
  const { from, to } = choosePair(versions, running);
  const [goingBack, setGoingBack] = useState<number>();
  if (to === undefined) return null;
  const isAnother = to !== running;
  return (
    <section>
      <header class="wb-example">
        <h2>{from === undefined ? texts.first(to) : texts.between(from, to)}</h2>
        <span />
        {versions.length > 1 && (
          <label>
            {texts.against}{' '}
            <select
              class="in wb-select"
              value={from}
              onChange={({ currentTarget }) => changeQuery({ from: currentTarget.value, to: String(to) })}
            >
              {versions
                .filter(({ number }) => number !== to)
                .map(({ number }) => (
                  <option key={number} value={number}>
                    v{number}
                  </option>
                ))}
            </select>
          </label>
        )}
        {isAnother && mayGoBack && (
          <button type="button" class="b" onClick={() => setGoingBack(to)}>
            {texts.goBack(to)}
          </button>
        )}
      </header>
      {from !== undefined && <Differences key={`${from} ${to}`} {...{ name, from, to }} />}
      {isAnother && mayGoBack && <p class="muted">{texts.goBackHint}</p>}
      {goingBack !== undefined && (
        <OpenPublish
          name={name}
          version={goingBack}
          onClose={() => setGoingBack(undefined)}
          onPublished={() => {
            setGoingBack(undefined);
            changeQuery({ from: undefined, to: undefined });
            onPublished();
          }}
        />
      )}
    </section>
  );
}

function Differences({
  name,
  from,
  to,
}: {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}) {
  const { history: texts } = words.value;
  const query = new URLSearchParams({ from: String(from), to: String(to) });
  const { answer, error } = useAnswer<DifferenceAnswer>(`/mappings/${name}/history/difference?${query}`);
  if (!answer) return <Problem error={error} />;
  if (answer.changes.length === 0) return <p>{texts.noDifference}</p>;
  return (
    <ul class="wb-changes">
      {answer.changes.map(({ path, from: before, to: after }) => (
        <li key={path}>
          <code>{path}</code>
          {before !== undefined && <del>{before}</del>}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
