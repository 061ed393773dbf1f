import { useState } from 'preact/hooks';
import type { IgnoredAnswer } from '../../../../api/model/mapping-lost-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import type { FrameParts } from '../workbench-frame.tsx';

interface RowsProps extends FrameParts {
  readonly rows: IgnoredAnswer['rows'];
}

/** What is let go on purpose, and the way back. */
export function IgnoredRows({ rows, mapping: { name }, mayEdit, again }: RowsProps) {
  const { lost: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  if (rows.length === 0) return null;
  const takeBack = (path: string): void => {
    const query = new URLSearchParams({ path });
    call(`/mappings/${name}/ignored?${query}`, { method: 'DELETE' }).then(again, setFailed);
  };
  return (
    <section>
      <h2>{texts.ignoredTitle}</h2>
      <Problem error={failed} />
      <ul class="wb-rows">
        {rows.map(({ path, reason, isDraft }) => (
          <li key={path}>
            <code>{path}</code> <span>{reason}</span>
            {isDraft && <span class="chip mine">{texts.inDraft}</span>}
            {mayEdit && (
              <button type="button" class="b s" onClick={() => takeBack(path)}>
                {texts.takeBack}
                <span class="vh"> {path}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
