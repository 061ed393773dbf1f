import { useEffect, useState } from 'preact/hooks';
import type {
  ChangesAnswer,
  MessageRowItem,
  MessagesAnswer,
  TotalsAnswer,
} from '../../../api/model/messages-model.ts';
import { Icon } from '../../parts/icons.tsx';
import { LoadingPart } from '../../parts/page-states.tsx';
import { Problem } from '../../parts/problem.tsx';
import { formatSeconds, formatTime } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { address, linkTo, pathWith } from '../../shell/address.ts';
import { CallFailed, call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { live } from '../../shell/live.ts';
import type { AskBulk } from './bulk-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { MessageTable } from './message-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListKeys } from './use-list-keys.ts';

/** Parts of the address that the API knows. */
function askedOf(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(query);
  asked.delete('view');
  return asked;
}

interface MessageListProps {
  readonly totals: TotalsAnswer;
  readonly ask: AskBulk;
}

/** A page of the messages that fit the address. Nothing jumps: newer ones are counted, and shown on click. */
export function MessageList({ totals, ask }: MessageListProps) {
  const { query } = address.value;
  const asked = askedOf(query);
  const { answer, error, again } = useAnswer<MessagesAnswer>(`/messages?${asked}`);
  const changes = useChanges(answer, asked);
  const rows = rowsNow(answer?.rows ?? [], changes);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const current = useListKeys(rows, selected, setSelected);
  return (
    <>
      <FilterBar channels={totals.channels} />
      <NewerBar changes={changes} again={again} />
      {selected.size > 0 && (
        <SelectionBar rows={rows} selected={selected} select={setSelected} asked={asked} ask={ask} />
      )}
      {!answer && (error === undefined ? <LoadingPart /> : <NotAnswered {...{ error, query, again }} />)}
      {answer && rows.length === 0 && <NothingFits query={query} />}
      {rows.length > 0 && (
        <MessageTable rows={rows} current={current} selected={selected} select={setSelected} />
      )}
      {answer && <PageLinks answer={answer} query={query} />}
    </>
  );
}

/** What has become of the rows since they were loaded, asked when the gateway tells that something has changed. */
function useChanges(answer: MessagesAnswer | undefined, asked: URLSearchParams): ChangesAnswer | undefined {
  const [changes, setChanges] = useState<ChangesAnswer>();
  const [loadedAt, setLoadedAt] = useState<string>();
  const mark = live.value?.mark;
  useEffect(() => {
    setChanges(undefined);
    setLoadedAt(mark);
  }, [answer]);
  useEffect(() => {
    if (!answer || answer.rows.length === 0 || mark === loadedAt) return;
    const query = new URLSearchParams(asked);
    const isFirst = !query.has('before') && !query.has('after');
    query.delete('before');
    query.delete('after');
    query.set('ids', answer.rows.map(({ id }) => id).join());
    const stop = new AbortController();
    call<ChangesAnswer>(`/messages/changes?${query}`, { signal: stop.signal }).then(
      (told) => setChanges(isFirst ? told : { ...told, newer: 0 }),
      () => undefined,
    );
    return () => stop.abort();
  }, [mark, answer]);
  return changes;
}

/** A row that changes state changes in its place. */
function rowsNow(
  rows: readonly MessageRowItem[],
  changes: ChangesAnswer | undefined,
): readonly MessageRowItem[] {
  const changed = new Map(changes?.rows.map((row) => [row.id, row]));
  return rows.map((row) => changed.get(row.id) ?? row);
}

function NewerBar({ changes, again }: { readonly changes: ChangesAnswer | undefined; again(): void }) {
  const { messageList: texts } = words.value;
  return (
    <div role="status">
      {changes !== undefined && changes.newer > 0 && (
        <button class="newer" type="button" onClick={again}>
          {texts.newer(changes.newer, changes.more)}
        </button>
      )}
    </div>
  );
}

interface QueryProps {
  readonly query: URLSearchParams;
}

function NothingFits({ query }: QueryProps) {
  const { messageList: texts } = words.value;
  return (
    <section>
      <h2>{lastFilterOf(query) === undefined ? texts.nothingYet : texts.nothingFits}</h2>
      <TakeLastOff query={query} />
    </section>
  );
}

interface NotAnsweredProps extends QueryProps {
  readonly error: unknown;
  again(): void;
}

/** A filter that somebody typed into the address may be none: it can be taken off here too. */
const NotAnswered = ({ error, query, again }: NotAnsweredProps) => (
  <section>
    <Problem error={error} />
    {error instanceof CallFailed && error.status === 400 ? (
      <TakeLastOff query={query} />
    ) : (
      <button class="b" type="button" onClick={again}>
        {words.value.states.tryAgain}
      </button>
    )}
  </section>
);

function TakeLastOff({ query }: QueryProps) {
  const last = lastFilterOf(query);
  if (last === undefined) return null;
  return (
    <p>
      <a href={linkTo(pathWith('/messages', query, { [last]: undefined }))}>
        {words.value.messageList.takeLastOff}
      </a>
    </p>
  );
}

const lastFilterOf = (query: URLSearchParams): string | undefined =>
  [...query.keys()].findLast((name) => name !== 'view');

function PageLinks({ answer, query }: { readonly answer: MessagesAnswer; readonly query: URLSearchParams }) {
  const { messageList: texts } = words.value;
  const { rows, older, newer, searchedTo } = answer;
  const [first] = rows;
  const path = (changes: Readonly<Record<string, string | undefined>>): string =>
    linkTo(pathWith('/messages', query, { before: undefined, after: undefined, ...changes }));
  return (
    <nav class="pager" aria-label={texts.pages}>
      <span class="muted">
        {first && texts.from(first.id, formatSeconds(first.receivedAt))}
        {searchedTo && ` ${texts.searchedTo(formatTime(searchedTo))}`}
      </span>
      <span class="acts">
        {newer !== undefined && (
          <a class="b s" rel="prev" href={path({ after: String(newer) })}>
            {texts.newerPage}
          </a>
        )}
        {older !== undefined && (
          <a class="b s" rel="next" href={path({ before: String(older) })}>
            {searchedTo ? texts.goOn : texts.olderPage} <Icon name="down" />
          </a>
        )}
      </span>
    </nav>
  );
}
