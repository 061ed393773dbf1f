import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { lowerPriority } from '../../replay/rerun/replay-pool.ts';
import { escapeControls } from '../../text/visible.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import { coverJournal } from '../../workbench/coverage/cover-journal.ts';
import type { UsageReport } from '../../workbench/coverage/journal-usage.ts';
import type { LostChannelPath } from '../../workbench/coverage/lost-paths.ts';
import type {
  MappingUsage,
  MissingTableKeyCount,
  NeverTrueCondition,
} from '../../workbench/coverage/mapping-usage.ts';
import { renderTable } from '../kit/command-kit.ts';
import { withReplaySite } from '../kit/with-replay-site.ts';

export interface JournalCoverageOptions {
  readonly config: string;
  /** A backup; true: the journal of the config. */
  readonly journal: string | true;
  readonly since: string;
  /** Your own, instead of those of the config. */
  readonly mappings?: string;
}

/** `map coverage --journal`: what the messages of a journal use of the mappings as they are now. */
export async function printJournalCoverage(
  named: readonly string[] | undefined,
  { config: path, journal: file, since, mappings }: JournalCoverageOptions,
): Promise<void> {
  lowerPriority();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  await withReplaySite(path, file === true ? undefined : file, async (site, config) => {
    const own = resolveOwnFolders(config);
    const progress = process.stderr.isTTY ? showProgress : undefined;
    const options = { since, mappings: named, signal: stop.signal, progress };
    const report = await coverJournal(site, mappings === undefined ? own : { ...own, mappings }, options);
    if ('unknown' in report) throw new Error(`No channel has the mapping ${report.unknown.join(', ')}.`);
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    for (const line of lines(report, since)) console.log(escapeControls(line));
    if (report.stopped !== undefined || report.messages === 0) process.exitCode = 2;
  });
}

const showProgress = (done: number): void => void process.stderr.write(`\r\u001b[K${done} messages`);

function lines(report: UsageReport, since: string): readonly string[] {
  const { messages, unmapped, notRun, mappings, lost, stopped } = report;
  return [
    `${messages} messages received since ${renderLocalTime(since)} were run again${stopped === undefined ? '' : `, then ${stopped}`}.`,
    ...(unmapped === 0 ? [] : [`${unmapped} of them ended before any mapping.`]),
    ...notRun.map(({ why, count }) => `Not run again: ${count}, because ${why}`),
    ...mappings.flatMap(mappingLines),
    '',
    ...section('Values that these messages lost, with the mappings of then', lost.length, lostTable(lost)),
  ];
}

function mappingLines({
  mapping,
  messages,
  made,
  missed,
  missedMore,
  unfilled,
  neverTrue,
}: MappingUsage): readonly string[] {
  if (messages === 0) return ['', `${mapping}: no message came to it.`];
  return [
    '',
    `${mapping}: ${messages} messages, of ${made} it made something`,
    ...section('Looked up in a table and not found', missed.length, missedTable(missed)),
    ...(missedMore ? ['    and more that are not kept'] : []),
    ...section(
      'Rules that gave no value',
      unfilled.length,
      unfilled.map(({ name, place }) => `${name}  ${place}`),
    ),
    ...section('Conditions that were never true', neverTrue.length, neverTrue.map(conditionLine)),
  ];
}

const section = (title: string, count: number, own: readonly string[]): readonly string[] => [
  `  ${title}: ${count || 'none'}`,
  ...own.map((line) => `    ${line}`),
];

const missedTable = (missed: readonly MissingTableKeyCount[]): readonly string[] =>
  missed.length === 0
    ? []
    : renderTable([
        ['table', 'value', 'messages', 'such as', 'default'],
        ...missed.map(({ table: of, key, count, example, fallback }) => [
          ...[of, JSON.stringify(key), `${count}`, `message ${example}`],
          fallback === undefined ? 'none' : JSON.stringify(fallback),
        ]),
      ]).split('\n');

const lostTable = (lost: readonly LostChannelPath[]): readonly string[] =>
  lost.length === 0
    ? []
    : renderTable([
        ['channel', 'path', 'class', 'messages', 'values', 'such as'],
        ...lost.map(({ channel, path, class: kind, messages, count, example }) => [
          ...[channel, path, kind, `${messages}`, `${count}`, `message ${example}`],
        ]),
      ]).split('\n');

const conditionLine = ({ name, place, text, asked, example }: NeverTrueCondition): string =>
  `${name}  ${place}  ${asked === 0 ? 'never asked' : `asked in ${asked}, such as message ${example}`}  ${text.slice(0, 80)}`;
