import { useState } from 'preact/hooks';
import type { IgnoredAnswer, LostPathModel } from '../../../../api/model/mapping-lost-model.ts';
import { messagePath } from '../../../parts/message-paths.ts';
import { linkTo } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import type { FrameParts } from '../workbench-frame.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { OpenMap } from './open-map.tsx';

interface TableProps extends FrameParts {
  readonly lost: readonly LostPathModel[];
  /** Messages that came to the mapping. */
  readonly reached: number;
  readonly rows: IgnoredAnswer['rows'];
}

export function LostTable({ lost, reached, rows, mapping, mayEdit, again }: TableProps) {
  const { lost: texts } = words.value;
  const [ignoring, setIgnoring] = useState<LostPathModel>();
  const [placing, setPlacing] = useState<LostPathModel>();
  const reasons = new Map(rows.map(({ path, reason }) => [path, reason]));
  if (lost.length === 0) return null;
  return (
    <div class="scroll">
      <table class="cards wb-lost-table">
        <caption class="vh">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.path}</th>
            <th scope="col">{texts.suchAs}</th>
            <th scope="col" class="num">
              {texts.messages}
            </th>
            <th scope="col" class="num">
              {texts.parties}
            </th>
            <th scope="col">{mayEdit ? texts.act : texts.note}</th>
          </tr>
        </thead>
        <tbody>
          {lost.map((one) => (
            <tr key={one.path}>
              <td>
                <PathText path={one.path} />
                {one.meaning !== '' && <div class="muted">{describeMeaning(one.meaning)}</div>}
                {one.class === 'commercial' && <span class="chip warn">{texts.commercial}</span>}
              </td>
              <td>
                <Examples examples={one.examples} />
              </td>
              <td class="num">
                <span class="only-m">{texts.messages}: </span>
                {texts.of(one.messages, reached)}
              </td>
              <td class="num hide-m">{one.parties === 0 ? '–' : one.parties}</td>
              <td>
                {reasons.has(one.path) ? (
                  <span class="muted">{texts.ignored(reasons.get(one.path) ?? '')}</span>
                ) : (
                  mayEdit && (
                    <span class="wb-acts">
                      <button type="button" class="b s" onClick={() => setPlacing(one)}>
                        {texts.map}
                        <span class="vh"> {one.path}</span>
                      </button>
                      {one.canBeIgnored && (
                        <button type="button" class="b s" onClick={() => setIgnoring(one)}>
                          {texts.ignore}
                          <span class="vh"> {one.path}</span>
                        </button>
                      )}
                    </span>
                  )
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {placing && (
        <OpenMap
          name={mapping.name}
          path={placing.path}
          message={placing.examples[0]?.message}
          onClose={() => setPlacing(undefined)}
        />
      )}
      {ignoring && (
        <IgnoreDialog
          name={mapping.name}
          path={ignoring.path}
          onDone={() => {
            setIgnoring(undefined);
            again();
          }}
          onClose={() => setIgnoring(undefined)}
        />
      )}
    </div>
  );
}

/** Its last name is what people look for. */
function PathText({ path }: { readonly path: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <code>
      {path.slice(0, at)}
      <strong>{path.slice(at)}</strong>
    </code>
  );
}

function Examples({ examples }: Pick<LostPathModel, 'examples'>) {
  return (
    <ul>
      {examples.map(({ text, message }) => (
        <li key={text}>
          <code>{text}</code> <a href={linkTo(messagePath(message))}>{message}</a>
        </li>
      ))}
    </ul>
  );
}

/** As the table of correspondence marks it, in English. */
const none = '(no counterpart)';

/** Where the other side has it; where it has it nowhere, that. */
function describeMeaning(meaning: string): string {
  const { lost: texts } = words.value;
  const places = meaning.split('; ').filter((one) => one !== none);
  return places.length === 0 ? texts.noCounterpart : texts.counterpart(places.join('; '));
}
