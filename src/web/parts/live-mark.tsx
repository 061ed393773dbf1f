import { words } from '../shell/language.ts';
import { live, pausedSince } from '../shell/live.ts';
import { formatSeconds } from './times.ts';

/** When the gateway was last heard of, or since when nothing is asked. */
export function LiveMark() {
  const { shell } = words.value;
  const at = live.value?.at;
  if (at === undefined) return null;
  const paused = pausedSince.value;
  return (
    <span class={paused ? 'live paused' : 'live'}>
      {paused ? shell.paused(formatSeconds(paused.toISOString())) : shell.live(formatSeconds(at))}
    </span>
  );
}
