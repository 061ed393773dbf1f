import { joinTexts, type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { FirstLoss } from '../../journal/trouble-store.ts';
import type { Language } from '../../types.ts';
import type { ActiveAlarm, Alarm } from './evaluate.ts';

/** Paths that one mail lists. */
const mostListed = 100;

/**
 * An alarm for each channel that ever lost values, with the paths that were not told yet. It never ends: its mark says which
 * paths were told.
 */
export function buildLostValueAlarms(
  losses: readonly FirstLoss[],
  before: readonly ActiveAlarm[],
  language: Language,
): readonly Alarm[] {
  const marks = new Map(
    before.flatMap(({ code, about, toldMark }) =>
      code === 'lost-values' ? [[about, Number(toldMark ?? 0)]] : [],
    ),
  );
  return [...Map.groupBy(losses, ({ channel }) => channel)].map(([channel, all]) => {
    const news = all.filter(({ id }) => id > (marks.get(channel) ?? 0));
    return {
      ...({ code: 'lost-values', about: channel, level: 'amber' } as const),
      what: listOf(news)[language],
      since: news.map(({ at }) => at).sort()[0] ?? '',
      mark: `${Math.max(...all.map(({ id }) => id))}`,
    };
  });
}

function listOf(news: readonly FirstLoss[]): LocalizedText {
  const listed = news
    .slice(0, mostListed)
    .toSorted((one, other) => one.id - other.id)
    .map(lineOf);
  const left = news.length - listed.length;
  const more = left > 0 ? [localize('lost-more', { count: left })] : [];
  return joinTexts([localize('lost-first'), ...listed, ...more], '\n');
}

function lineOf({ path, count, message: id, purchaseOrderNumber }: FirstLoss): LocalizedText {
  const order =
    purchaseOrderNumber === undefined ? '' : localize('pile-order', { order: purchaseOrderNumber });
  return localize(count === 1 ? 'lost-path-one' : 'lost-path', { path, count, id, order });
}
