import type { ActionGroupItem } from '../../api/model/overview-model.ts';
import { words } from '../shell/language.ts';
import { session } from '../shell/session.ts';
import { CopyTicket } from './copy-ticket.tsx';
import { groupPath } from './message-paths.ts';
import { formatTime } from './times.ts';

/** What somebody else needs to fix the cause of a group. */
export function CopyGroupTicket({ group }: { readonly group: ActionGroupItem }) {
  const { groups: texts } = words.value;
  const { count, text, todo, channels, code, value, oldest, newest, sample, suggestion } = group;
  const lines = [
    session.value?.site.name,
    `${count} × ${text}`,
    todo,
    `${texts.channel}: ${channels.map(({ channel }) => channel).join(', ')}`,
    `${texts.finding}: ${[code, value].filter(Boolean).join(' ')}`,
    `${texts.fromTo}: ${formatTime(oldest)} – ${formatTime(newest)}`,
    sample && `${texts.example}: ${[sample.order, `#${sample.id}`].filter(Boolean).join(', ')}`,
    suggestion && texts.suggestion(suggestion),
  ];
  return <CopyTicket lines={lines} path={groupPath(group)} />;
}
