import { joinTexts, type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { FirstLoss } from '../../journal/trouble-store.ts';

/** Paths that one mail lists. */
const mostListed = 100;

/** Paths whose values a channel lost for the first time; the newest of them, in the order in which they were lost. */
export function renderLostValues(news: readonly FirstLoss[]): LocalizedText {
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
