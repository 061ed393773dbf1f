import { useState } from 'preact/hooks';
import type { SuggestionsAnswer } from '../../../../api/model/mapping-model.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useAnswer } from '../../../parts/use-answer.ts';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';

interface MapProps {
  readonly name: string;
  /** What goes nowhere: `/Order/cac:OrderLine/cbc:Note`. */
  readonly path: string;
  /** A message that has it. */
  readonly message: number | undefined;
  onClose(): void;
}

/** Members that are shown; a word finds the others. */
const most = 40;

/** Where the value shall go is for a person to say: a rule for it is put into the draft, and the editor opens. */
export function MapDialog({ name, path, message, onClose }: MapProps) {
  const { lost: texts } = words.value;
  const { answer, error } = useAnswer<SuggestionsAnswer>(`/mappings/${name}/suggestions`);
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [failed, setFailed] = useState<unknown>();
  const members = (answer?.targets ?? []).filter(
    (one) => one.type !== '' && !one.isFilled && isMeant(one, word.trim().toLowerCase()),
  );
  const member = members.find((one) => one.path === chosen);
  const expression = member && relativePath(path, member.context);
  const insert = (event: Event): void => {
    event.preventDefault();
    if (!member || expression === undefined) return;
    const body = { name, target: member.path, expression };
    call(`/mappings/${name}/rules`, { method: 'POST', body }).then(
      () => goTo(`/mappings/${name}${message === undefined ? '' : `?source=message:${message}`}`),
      setFailed,
    );
  };
  return (
    <Dialog title={texts.mapTitle} onClose={onClose}>
      <form onSubmit={insert}>
        <div class="body">
          <p>
            <code>{path}</code>
          </p>
          <p>{texts.mapHint}</p>
          <div class="field">
            <label for="map-word">{texts.search}</label>
            <input
              class="in"
              id="map-word"
              value={word}
              onInput={({ currentTarget }) => setWord(currentTarget.value)}
            />
          </div>
          <fieldset class="wb-members">
            <legend class="vh">{texts.members}</legend>
            {members.slice(0, most).map((one) => (
              <label key={one.path}>
                <input
                  type="radio"
                  name="member"
                  checked={one.path === chosen}
                  onChange={() => setChosen(one.path)}
                />{' '}
                <code>{one.path}</code> <span class="muted">{one.meaning}</span>
              </label>
            ))}
          </fieldset>
          {members.length > most && <p class="muted">{texts.more(members.length - most)}</p>}
          {expression !== undefined && (
            <p>
              {texts.rule} <code>{`${member?.path}: ${expression}`}</code>
            </p>
          )}
          <Problem error={failed ?? error} />
        </div>
        <footer>
          <button type="button" class="b" onClick={onClose}>
            {words.value.deciding.cancel}
          </button>
          <button type="submit" class="b p" disabled={!member}>
            {texts.insert}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

const isMeant = ({ path, meaning }: SuggestionsAnswer['targets'][number], word: string): boolean =>
  path.toLowerCase().includes(word) || meaning.toLowerCase().includes(word);

/** From the place where the rule begins; where that is no plain path, from the root: the editor shows at once what it gives. */
function relativePath(path: string, context: readonly string[]): string {
  const names = path.split('/').slice(1);
  if (!context.every((one) => /^[\w:/-]+$/.test(one))) return path;
  const at = [names[0] ?? '', ...context.flatMap((one) => one.split('/'))];
  let same = 0;
  while (same < at.length && same < names.length - 1 && at[same] === names[same]) same += 1;
  return [...Array<string>(at.length - same).fill('..'), ...names.slice(same)].join('/');
}
