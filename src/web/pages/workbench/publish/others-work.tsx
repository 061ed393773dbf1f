import type { FolderChangeModel, OthersWork } from '../../../../api/model/workbench/publication-model.ts';
import { formatTime } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';

/** What others have published since a draft began, beside what the draft changes. */
export function OthersWorkView({
  others: { since, theirs, ours, conflicts },
}: {
  readonly others: OthersWork;
}) {
  const { publishing: texts } = words.value;
  return (
    <>
      {since.length === 0 && <p>{texts.byHand}</p>}
      <ul class="wb-since">
        {since.map(({ id, at, who, reason }) => (
          <li key={id}>
            <strong>{texts.publishedBy(who, formatTime(at))}</strong> {reason}
          </li>
        ))}
      </ul>
      {conflicts.length > 0 && (
        <>
          <h3>{texts.both}</h3>
          <ul class="wb-changes">
            {conflicts.map((one) => (
              <li key={one}>
                <code>{one}</code>
              </li>
            ))}
          </ul>
          <p>{texts.conflictHint}</p>
        </>
      )}
      <ChangeList title={texts.theirs} changes={theirs} />
      <ChangeList title={texts.ours} changes={ours} />
    </>
  );
}

/** Changes that are shown; whoever needs the rest looks at the files. */
const mostChanges = 50;

export function ChangeList({
  title,
  changes,
}: {
  /** Absent: it stands above. */
  readonly title?: string;
  readonly changes: readonly FolderChangeModel[];
}) {
  const { publishing: texts } = words.value;
  if (changes.length === 0) return null;
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul class="wb-changes">
        {changes.slice(0, mostChanges).map(({ file, what, from, to, kind }) => (
          <li key={`${file} ${what}`}>
            <code>{file}</code> {what === undefined ? texts.wholeFile : <code>{what}</code>}{' '}
            <span class="muted">{texts.kinds[kind]}</span>
            {from !== undefined && <del>{from}</del>}
            {to !== undefined && <ins>{to}</ins>}
          </li>
        ))}
      </ul>
    </>
  );
}
