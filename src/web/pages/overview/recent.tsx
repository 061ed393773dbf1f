import type { OverviewAnswer } from '../../../api/model/overview-model.ts';
import { messagePath } from '../../parts/message-paths.ts';
import { Sentence } from '../../parts/sentence.tsx';
import { formatTime } from '../../parts/times.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** What people decided last. */
export function Recent({ entries }: { readonly entries: OverviewAnswer['recent'] }) {
  const { summary: texts } = words.value;
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{texts.recent}</h2>
      <ol class="recent">
        {entries.map(({ at, text, message }) => (
          <li key={`${at} ${text}`}>
            <time>{formatTime(at)}</time>
            <span>
              <Sentence text={text} />
            </span>
            {message !== undefined && (
              <a class="mono" href={linkTo(messagePath(message))}>
                #{message}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
