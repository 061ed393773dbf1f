import type { ManualAnswer, ManualPageTitle, ManualSearchAnswer } from '../../../api/model/manual-model.ts';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { changeQuery, linkTo } from '../../shell/address.ts';
import { language, words } from '../../shell/language.ts';
import { manualPath } from './manual-nodes.tsx';

/** All pages, and a search over headings and codes of findings. */
export function HelpIndex({ asked }: { readonly asked: string }) {
  const { help: texts } = words.value;
  const { answer, error, again } = useAnswer<ManualAnswer>('/help');
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const groups: readonly ManualPageTitle['group'][] =
    language.value === 'nl' ? ['dutch', 'manual', 'reference'] : ['manual', 'dutch', 'reference'];
  return (
    <main id="main">
      <h1 class="help-title">{texts.title}</h1>
      <search class="help-search">
        <label for="help-q">{texts.search}</label>
        <input
          class="in"
          id="help-q"
          type="search"
          value={asked}
          onInput={({ currentTarget }) => changeQuery({ q: currentTarget.value || undefined })}
        />
      </search>
      {asked.trim().length >= 2 ? (
        <Hits asked={asked.trim()} />
      ) : (
        <div class="help-groups">
          {groups.map((group) => (
            <section key={group}>
              <h2>{texts.groups[group]}</h2>
              <ul>
                {answer.pages
                  .filter((page) => page.group === group)
                  .toSorted((one, other) => one.title.localeCompare(other.title))
                  .map(({ name, title }) => (
                    <li key={name}>
                      <a href={linkTo(manualPath(name))}>{title}</a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </main>
  );
}

function Hits({ asked }: { readonly asked: string }) {
  const { help: texts } = words.value;
  const { answer, error } = useAnswer<ManualSearchAnswer>(
    `/help/search?${new URLSearchParams({ q: asked })}`,
  );
  if (!answer)
    return error === undefined ? <p class="muted">…</p> : <p class="problem">{texts.searchFailed}</p>;
  return (
    <section>
      <h2 aria-live="polite">{texts.hits(answer.hits.length)}</h2>
      <ul class="help-hits">
        {answer.hits.map(({ name, title, at, text }) => (
          <li key={`${name} ${at} ${text}`}>
            <a href={linkTo(manualPath(`${name}#${at}`))}>{text}</a>
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
