import { useState } from 'preact/hooks';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { goTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { MemberList } from '../insert/member-list.tsx';
import { useSuggestions } from '../insert/use-suggestions.ts';

export interface MapProps {
  readonly name: string;
  /** What goes nowhere: `/Order/cac:OrderLine/cbc:Note`. */
  readonly path: string;
  /** A message that has it. */
  readonly message: number | undefined;
  onClose(): void;
}

/** Where the value shall go is for a person to say: a rule for it is put into the draft, and the editor opens. */
export function MapDialog({ name, path, message, onClose }: MapProps) {
  const { lost: texts } = words.value;
  const { answer, error } = useSuggestions(name);
  const [chosen, setChosen] = useState<string>();
  const [failed, setFailed] = useState<unknown>();
  const members = (answer?.targets ?? []).filter((one) => one.type !== '' && !one.isFilled);
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
          {answer && <p>{texts.mapHint(members.length)}</p>}
          <MemberList
            {...{ members, chosen, onChoose: setChosen }}
            label={texts.members}
            searchLabel={texts.search}
          />
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

/** From the place where the rule begins; where that is no plain path, from the root: the editor shows at once what it gives. */
function relativePath(path: string, context: readonly string[]): string {
  const names = path.split('/').slice(1);
  if (!context.every((one) => /^[\w:/-]+$/.test(one))) return path;
  const at = [names[0] ?? '', ...context.flatMap((one) => one.split('/'))];
  let same = 0;
  while (same < at.length && same < names.length - 1 && at[same] === names[same]) same += 1;
  return [...Array<string>(at.length - same).fill('..'), ...names.slice(same)].join('/');
}
