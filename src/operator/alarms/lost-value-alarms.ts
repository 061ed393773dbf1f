import type { FirstLoss } from '../../journal/trouble-store.ts';
import type { ActiveAlarm, Alarm } from './evaluate.ts';

/**
 * An alarm for each channel that ever lost values, with the paths that were not told yet. It never ends: its mark says which
 * paths were told. `render`: the paths that are new, in words.
 */
export function buildLostValueAlarms(
  losses: readonly FirstLoss[],
  before: readonly ActiveAlarm[],
  render: (news: readonly FirstLoss[]) => string,
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
      what: render(news),
      since: news.map(({ at }) => at).sort()[0] ?? '',
      mark: `${Math.max(...all.map(({ id }) => id))}`,
    };
  });
}
