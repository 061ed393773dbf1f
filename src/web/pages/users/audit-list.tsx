import { useState } from 'preact/hooks';
import type { AuditAnswer, AuditExport } from '../../../api/model/user-model.ts';
import { ColumnHeads } from '../../parts/column-heads.tsx';
import { Choice, FindField, OnChip, Toggle } from '../../parts/filters/filter-chips.tsx';
import { Icon, StateMark } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { formatTime } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';

type Entry = AuditAnswer['entries'][number];

/** Who did what, on the pages and at the command line. What the address says is what is asked for. `round`: something was done here. */
export function AuditList({ round }: { readonly round: number }) {
  const { users: texts } = words.value;
  const { query } = address.value;
  const asked = new URLSearchParams(query);
  const { answer, error } = useAnswer<AuditAnswer>(`/audit?${asked}`, { follow: true, asking: round });
  const who = query.get('who');
  return (
    <section aria-labelledby="audit">
      <div class="section-head">
        <h2 id="audit">{texts.audit}</h2>
        <ExportButton asked={asked} />
      </div>
      <search class="filters">
        <FindField label={texts.find} />
        <Choice name="period" label={texts.since} options={words.value.messageList.received} />
        <Choice name="topic" label={texts.about} options={texts.topics} />
        {who !== null && (
          <OnChip name="who" label={texts.who}>
            {who}
          </OnChip>
        )}
        <Toggle name="refused" value="only" label={texts.onlyRefused} />
      </search>
      <Problem error={error} />
      {answer && <Entries answer={answer} query={query} />}
    </section>
  );
}

function Entries({ answer, query }: { readonly answer: AuditAnswer; readonly query: URLSearchParams }) {
  const { users: texts, messageList } = words.value;
  const { entries, before } = answer;
  if (entries.length === 0) return <p class="muted">{texts.noEntries}</p>;
  return (
    <>
      <table class="cards audit-table" aria-labelledby="audit">
        <thead>
          <tr>
            <ColumnHeads names={texts.auditColumns} />
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      <nav class="pager acts" aria-label={texts.auditPages}>
        {query.has('before') && (
          <a class="b s" rel="prev" href={linkTo(pathWith('/users', query, { before: undefined }))}>
            {texts.newest}
          </a>
        )}
        {before !== undefined && (
          <a class="b s" rel="next" href={linkTo(pathWith('/users', query, { before: String(before) }))}>
            {messageList.olderPage} <Icon name="down" />
          </a>
        )}
      </nav>
    </>
  );
}

function AuditRow({ entry }: { readonly entry: Entry }) {
  const { users: texts } = words.value;
  const { at, who, name, text, reason, address: from, refused, result } = entry;
  const path = pathOf(entry);
  return (
    <tr>
      <td class="a-when nowrap muted">{formatTime(at)}</td>
      <td class="a-who">
        {refused && <StateMark state="refused" label={texts.wasRefused} />}{' '}
        {name === '' ? who : <a href={linkTo(`/users?${new URLSearchParams({ who: name })}`)}>{who}</a>}
      </td>
      <td class="a-what">
        {path === undefined ? text : <a href={linkTo(path)}>{text}</a>}
        {refused && entry.action !== 'login' && <span class="muted"> ({result})</span>}
      </td>
      <td class="a-why muted">{reason}</td>
      <td class="a-from muted">{from}</td>
    </tr>
  );
}

/** The page of what it was done to, where it has one. */
function pathOf({ action, object, topic }: Entry): string | undefined {
  if (object === '' || topic === undefined) return undefined;
  if (action === 'stop-decision' || action.endsWith('-many')) return `/decisions/${object}`;
  if (topic === 'messages') return `/messages/${object}`;
  if (action.startsWith('map publish') && object !== 'mappings')
    return `/mappings/${encodeURIComponent(object)}`;
  return undefined;
}

function ExportButton({ asked }: { readonly asked: URLSearchParams }) {
  const { users: texts } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const [isCut, setCut] = useState(false);
  const save = async (): Promise<void> => {
    const filter = new URLSearchParams(asked);
    filter.delete('before');
    try {
      const { name, text, more } = await call<AuditExport>(`/audit/export?${filter}`);
      // sheets take a file without the mark for one in the alphabet of their country
      saveFile(name, `\ufeff${text}`);
      setFailed(undefined);
      setCut(more);
    } catch (error) {
      setFailed(error);
    }
  };
  return (
    <>
      <button class="b s" type="button" onClick={() => void save()}>
        {texts.export}
      </button>
      <Problem error={failed} />
      {isCut && (
        <p class="muted" role="status">
          {texts.exportCut}
        </p>
      )}
    </>
  );
}
