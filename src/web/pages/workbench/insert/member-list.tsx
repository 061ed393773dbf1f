import { useState } from 'preact/hooks';
import type { SuggestionsAnswer } from '../../../../api/model/mapping-model.ts';
import { words } from '../../../shell/language.ts';

type Member = SuggestionsAnswer['targets'][number];

interface ListProps {
  readonly members: readonly Member[];
  readonly chosen: string | undefined;
  /** It stands first, whatever is searched for. */
  readonly first?: string | undefined;
  readonly label: string;
  readonly searchLabel: string;
  onChoose(path: string): void;
}

/** Members that are shown; a word finds the others. */
const most = 40;

/** Members of a target, searched by name and meaning in either language. */
export function MemberList({ members, chosen, first, label, searchLabel, onChoose }: ListProps) {
  const { panes } = words.value;
  const [word, setWord] = useState('');
  const found = members.filter((one) => one.path === first || isMeant(one, word));
  const rank = rankBy(first, word);
  const sorted = found.toSorted((a, b) => rank(a) - rank(b));
  return (
    <>
      <div class="field">
        <label for="member-word">{searchLabel}</label>
        <input
          class="in"
          id="member-word"
          value={word}
          onInput={({ currentTarget }) => setWord(currentTarget.value)}
        />
      </div>
      <fieldset class="wb-members">
        <legend class="vh">{label}</legend>
        {sorted.slice(0, most).map(({ path, meaning, isFilled, isList }) => (
          <label key={path}>
            <input type="radio" name="member" checked={path === chosen} onChange={() => onChoose(path)} />{' '}
            <code>{path}</code>{' '}
            <span class="muted" title={meaning}>
              {shortenMeaning(meaning)}
            </span>
            {path === first && <span class="chip mine">{panes.pointedAt}</span>}
            {isFilled && <span class="muted"> · {isList ? panes.filledList : panes.filled}</span>}
          </label>
        ))}
        {found.length === 0 && <p class="muted">{panes.noMember}</p>}
      </fieldset>
      {found.length > most && <p class="muted">{panes.moreMembers(found.length - most)}</p>}
    </>
  );
}

/** What was pointed at, then what is called so, then what no rule fills yet. */
const rankBy =
  (first: string | undefined, word: string) =>
  ({ path, isFilled }: Member): number => {
    if (path === first) return 0;
    const isCalledSo = word !== '' && path.toLowerCase().includes(word.toLowerCase());
    return (isCalledSo ? 1 : 3) + Number(isFilled);
  };

/** Its counterparts are long paths: of each the end, and of many the first. */
function shortenMeaning(meaning: string): string {
  if (meaning === '') return '';
  const all = meaning.split('; ');
  const [first = ''] = all;
  const names = first.split('/');
  const end = names.length > shownNames ? `…/${names.slice(-shownNames).join('/')}` : first;
  return all.length > 1 ? `${end} +${all.length - 1}` : end;
}

const shownNames = 3;

/** All of the words, in whatever order. */
function isMeant({ path, meaning, dutch }: Member, word: string): boolean {
  const text = `${path} ${meaning} ${dutch}`.toLowerCase();
  return word
    .toLowerCase()
    .split(/\s+/)
    .every((one) => text.includes(one));
}
