import type { DependencyItem } from '../../../api/model/overview-model.ts';
import { StateWord } from '../../parts/answer.tsx';
import { formatDate, formatTime } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';

/** What the gateway depends on: the exchange, folders and servers, journal, disk, certificate, backup and mail. */
export function Dependencies({ items }: { readonly items: readonly DependencyItem[] }) {
  const { summary: texts } = words.value;
  return (
    <section aria-labelledby="depends">
      <h2 id="depends">{texts.dependsOn}</h2>
      <dl class="depends">
        {items.map((item) => (
          <div key={`${item.kind} ${item.about}`}>
            <dt>{item.kind === 'sftp' ? <code>{item.about}</code> : texts.dependencies[item.kind]}</dt>
            <dd>
              <StateWord state={markOf(item)}>{textOf(item)}</StateWord>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const markOf = ({ level }: DependencyItem) =>
  level === undefined ? 'green' : level === 'red' ? 'stopped' : 'warning';

function textOf({ kind, level, since, usable, of, free, until, last }: DependencyItem): string {
  const { summary: texts } = words.value;
  if (usable !== undefined && of !== undefined) return texts.folders(usable, of);
  if (free !== undefined) return texts.free(Math.floor(free / 1_000_000_000), Math.floor(free / 1_000_000));
  if (until !== undefined) return texts.until(formatDate(until));
  if (level !== undefined) return since === undefined ? texts.notWell : texts.notWellSince(formatTime(since));
  if (last !== undefined) return kind === 'backup' ? formatTime(last) : texts.lastSent(formatTime(last));
  return kind === 'exchange' ? texts.answers : texts.isWell;
}
