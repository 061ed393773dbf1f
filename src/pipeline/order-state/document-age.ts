import { computeLocalDateTime } from '../../tree/values/date.ts';
import type { OrderState } from './order-state.ts';

/** Its place in the order of arrival, and when the ERP issued it. */
interface DatedDocument {
  readonly arrival: number;
  readonly issued?: string;
}

type DocumentAge = 'newer' | 'older-by-date' | 'outdated';

/** An export of an order that was not sent, since it said nothing new, is taken all the same. */
export const findLastTaken = ({ sent, exported }: OrderState): OrderState['exported'] | OrderState['sent'] =>
  exported && exported.revision > (sent?.revision ?? 0) ? exported : sent;

/** Against what was taken last: by issue date and time, else by place of arrival. */
export function computeAge(
  state: OrderState,
  { arrival, issued }: DatedDocument,
  timeZone: string,
): DocumentAge {
  const taken = findLastTaken(state);
  if (!taken) return 'newer';
  const isEarlier = arrival < taken.arrival;
  const [own, last] = toComparableDates(issued ?? '', taken.issued ?? '', timeZone);
  const length = Math.min(own.length, last.length);
  const isNewer = own.slice(0, length) > last.slice(0, length);
  if (isNewer || (own.slice(0, length) === last.slice(0, length) && !isEarlier)) return 'newer';
  const hasTimes = own.includes('T') && last.includes('T');
  return isEarlier || hasTimes ? 'outdated' : 'older-by-date';
}

/** Two issue dates, with times as far as both have them: as moments where both say their zone, else in the channel's. */
function toComparableDates(one: string, other: string, timeZone: string): readonly [string, string] {
  const zoned = /T.+(?:Z|[+-]\d\d:\d\d)$/;
  const zone = zoned.test(one) && zoned.test(other) ? 'UTC' : timeZone;
  const local = (text: string): string =>
    (text.includes('T') ? computeLocalDateTime(text, zone) : undefined) ?? text;
  return [local(one), local(other)];
}
