import { Icon } from '../parts/icons.tsx';
import { formatTime } from '../parts/times.ts';
import { words } from './language.ts';
import { live, lostSince } from './live.ts';
import { session } from './session.ts';

/** What stands below the bar when the gateway is not there, or is another one than the page was loaded from. */
export function ConnectionBanner() {
  const { states, shell } = words.value;
  if (lostSince.value)
    return (
      <div class="banner" role="status">
        <Icon name="warning" />
        <span>
          {states.lost(formatTime(lostSince.value.toISOString()))} {states.typedIsKept}
        </span>
      </div>
    );
  const running = live.value?.version;
  if (running === undefined || running === session.value?.site.version) return null;
  return (
    <div class="banner note" role="status">
      {shell.newVersion}
      <button class="b s" type="button" onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </div>
  );
}
