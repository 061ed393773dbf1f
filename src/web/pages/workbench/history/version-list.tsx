import type { HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { formatTime } from '../../../parts/times.ts';
import { address, linkTo, pathWith } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';

type Versions = HistoryAnswer['versions'];

/** Which two are held against each other: as the address says it, else the newest and the one before it; the oldest is held against what runs. */
export function choosePair(
  versions: Versions,
  running: number | undefined,
): { readonly from?: number; readonly to?: number } {
  const { query } = address.value;
  const known = (text: string | null) => versions.find(({ number }) => String(number) === text)?.number;
  const to = known(query.get('to')) ?? versions[0]?.number;
  const before = versions[versions.findIndex(({ number }) => number === to) + 1]?.number;
  const from = known(query.get('from')) ?? before ?? (running === to ? undefined : running);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

export function VersionList({
  versions,
  running,
  hasDraft,
}: {
  readonly versions: Versions;
  /** The number of the one that runs. */
  readonly running: number | undefined;
  readonly hasDraft: boolean;
}) {
  const { history: texts } = words.value;
  const { to } = choosePair(versions, running);
  return (
    <section>
      <h2>{texts.versions}</h2>
      <ul class="wb-groups">
        {hasDraft && (
          <li class="wb-draft">
            <strong>{texts.yourDraft}</strong> <small>{texts.notPublished}</small>
          </li>
        )}
        {versions.map(({ number, hash, at, who, reason, messages }) => (
          <li key={number}>
            <a
              href={linkTo(
                pathWith(address.value.path, address.value.query, { to: String(number), from: undefined }),
              )}
              aria-current={number === to ? 'true' : undefined}
            >
              <span class="num">v{number}</span>
              <span>
                {formatTime(at)} · {who === '' ? texts.hand : who}
                {number === running && <small class="wb-runs">{texts.runsNow}</small>}
                <small>{reason}</small>
                <small>
                  {texts.messages(messages)} · {hash}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
