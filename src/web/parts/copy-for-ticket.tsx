import type { ActionGroupItem } from '../../api/model/overview-model.ts';
import { linkTo } from '../shell/address.ts';
import { words } from '../shell/language.ts';
import { session } from '../shell/session.ts';
import { toast } from '../shell/toasts.tsx';
import { groupPath } from './message-paths.ts';
import { formatTime } from './times.ts';

/** What somebody else needs to mend the cause, as text. */
export function CopyForTicket({ group }: { readonly group: ActionGroupItem }) {
  const { groups: texts, states } = words.value;
  const copy = async (): Promise<void> => {
    const { count, text, todo, channels, code, value, oldest, newest, sample, suggestion } = group;
    const lines = [
      `${count} × ${text}`,
      todo,
      `${texts.channel}: ${channels.map(({ channel }) => channel).join(', ')}`,
      `${texts.finding}: ${[code, value].filter(Boolean).join(' ')}`,
      `${texts.fromTo}: ${formatTime(oldest)} – ${formatTime(newest)}`,
      sample ? `${texts.example}: ${[sample.order, `#${sample.id}`].filter(Boolean).join(', ')}` : '',
      suggestion ? texts.suggestion(suggestion) : '',
      `${session.value?.site.name}: ${new URL(linkTo(groupPath(group)), location.href)}`,
    ];
    await navigator.clipboard.writeText(lines.filter((line) => line !== '').join('\n'));
    toast(states.copied);
  };
  return (
    <button class="b" type="button" onClick={() => void copy()}>
      {texts.copyForTicket}
    </button>
  );
}
