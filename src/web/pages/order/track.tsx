import type { TrackStation } from '../../../api/model/order-model.ts';
import { StateMark } from '../../parts/icons.tsx';
import { formatDuration, formatTime } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';

/** As a parcel is tracked: solid behind, dashed ahead; upright on a phone. */
export function Track({ stations }: { readonly stations: readonly TrackStation[] }) {
  return (
    <ol class="track" aria-label={words.value.orders.way}>
      {stations.map((station, index) => (
        <li key={station.title} class={isPassed(stations[index + 1]) ? 'passed' : undefined}>
          <StateMark state={station.mark} />
          <b>{station.title}</b>
          {textOf(station)}
        </li>
      ))}
    </ol>
  );
}

/** It has come as far as the next one, where it may be stuck. */
const isPassed = (next: TrackStation | undefined): boolean =>
  next !== undefined && ['green', 'refused', 'parked'].includes(next.mark);

function textOf({ at, again, lasts, detail }: TrackStation): string {
  const { orders } = words.value;
  if (detail !== '') return detail;
  if (at === undefined) return '';
  if (lasts) return orders.for(formatDuration(Date.now() - Date.parse(at)));
  return formatTime(at) + (again === undefined ? '' : orders.changed(formatTime(again)));
}
