import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { OutlookAnswer } from '../../../api/model/bulk-model.ts';
import type { MarkState } from '../../parts/icons.tsx';
import { messagePath } from '../../parts/message-paths.ts';
import { Problem } from '../../parts/problem.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { linkTo } from '../../shell/address.ts';
import { call, isAway } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { PlanLine } from './plan-line.tsx';

type End = OutlookAnswer['ends'][number];

interface Progress {
  readonly tried: number;
  readonly ends: readonly End[];
  readonly failed?: unknown;
}

/** Messages that are tried: the first of them, some at a time. */
const most = 500;
const atOnce = 25;

/** Milliseconds until the gateway is asked again, after it did not answer. */
const pause = 2_000;

const marks: Readonly<Record<string, MarkState>> = {
  ...{ deliver: 'sent', park: 'parked', rejected: 'refused', failed: 'warning' },
  ...{ wait: 'waiting', unfetched: 'waiting' },
};

/** What would become of each, tried before anything is done. */
export function Outlook({ ids }: { readonly ids: readonly number[] }) {
  const { bulk: texts } = words.value;
  const { tried, ends, failed } = useOutlook(ids);
  const count = Math.min(ids.length, most);
  useLayoutEffect(() => {
    // below these lines: they would push it out of sight
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [ends.length, tried]);
  return (
    <>
      {ends.map((end) => (
        <PlanLine
          key={`${end.said} ${end.text} ${end.why}`}
          mark={marks[end.said] ?? 'noNews'}
          count={end.ids.length}
        >
          {end.ids.length === 1 ? end.one : end.text}
          {end.why && (
            <>
              : <Sentence text={end.why} />
            </>
          )}
          <Examples ids={end.ids} />
        </PlanLine>
      ))}
      <li class="tried">
        {tried < count && failed === undefined && (
          <progress value={tried} max={count} aria-label={texts.trying} />
        )}
        <span role="status">
          {tried < count
            ? texts.tried(tried, ids.length)
            : ends.some(({ said }) => said !== 'unknown') && texts.triedAll(count, ids.length)}
        </span>
        <Problem error={failed} />
      </li>
    </>
  );
}

/** Messages of one end that can be opened from here. */
const mostExamples = 5;

function Examples({ ids }: { readonly ids: readonly number[] }) {
  return (
    <small>
      {ids.slice(0, mostExamples).map((id) => (
        <a key={id} class="mono" href={linkTo(messagePath(id))} target="_blank" rel="noopener">
          #{id}
        </a>
      ))}
      {ids.length > mostExamples && ' …'}
    </small>
  );
}

/** Goes on where it was after the gateway was away; ends with the dialog. */
function useOutlook(ids: readonly number[]): Progress {
  const [progress, setProgress] = useState<Progress>({ tried: 0, ends: [] });
  useEffect(() => {
    const stop = new AbortController();
    setProgress({ tried: 0, ends: [] });
    void tryAll(ids.slice(0, most), stop.signal, (change) => setProgress(change));
    return () => stop.abort();
  }, [ids]);
  return progress;
}

type Change = (before: Progress) => Progress;

async function tryAll(ids: readonly number[], signal: AbortSignal, tell: (change: Change) => void) {
  for (let at = 0; at < ids.length && !signal.aborted; ) {
    const some = ids.slice(at, at + atOnce);
    try {
      const asked = { method: 'POST', body: { ids: some }, signal } as const;
      const { ends } = await call<OutlookAnswer>('/decisions/outlook', asked);
      at += some.length;
      const tried = at;
      tell((before) => ({ tried, ends: merge(before.ends, ends) }));
    } catch (failed) {
      if (signal.aborted) return;
      if (!isAway(failed)) return tell((before) => ({ ...before, failed }));
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

function merge(before: readonly End[], more: readonly End[]): readonly End[] {
  const merged = new Map<string, End>();
  for (const end of [...before, ...more]) {
    const key = `${end.said} ${end.text} ${end.why}`;
    merged.set(key, { ...end, ids: [...(merged.get(key)?.ids ?? []), ...end.ids] });
  }
  return [...merged.values()].sort((a, b) => b.ids.length - a.ids.length);
}
