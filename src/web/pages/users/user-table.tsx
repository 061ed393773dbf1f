import { ColumnHeads } from '../../parts/column-heads.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Problem } from '../../parts/problem.tsx';
import { formatDuration, formatTime } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';
import { session } from '../../shell/session.ts';
import { useLink } from './make-link.ts';
import type { OpenUserDialog, UserEntry } from './user-asked.ts';

export function UserTable({
  users,
  ask,
}: {
  readonly users: readonly UserEntry[];
  readonly ask: OpenUserDialog;
}) {
  const { users: texts } = words.value;
  if (users.length === 0) return <p class="section">{texts.nobody}</p>;
  return (
    <section>
      <table class="cards user-table">
        <caption class="vh">{texts.users}</caption>
        <thead>
          <tr>
            <ColumnHeads names={texts.userColumns} />
            <th scope="col">
              <span class="vh">{texts.change}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.name} user={user} ask={ask} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function UserRow({ user, ask }: { readonly user: UserEntry; readonly ask: OpenUserDialog }) {
  const { users: texts } = words.value;
  const { name, role, may, sessions, hasPassword, disabled } = user;
  const isMe = session.value?.user.kind !== 'system' && session.value?.user.name === name;
  const { makeLink, failed } = useLink(name, ask);
  return (
    <tr>
      <td class="u-name">
        <strong>{name}</strong> {isMe && <span class="muted">{texts.you}</span>}
        <Notes user={user} />
      </td>
      <td class="u-may">
        <code>{role}</code>: {may}
      </td>
      <td class="u-seen muted">{seenText(user)}</td>
      <td class="u-sessions">{texts.sessionCount(sessions)}</td>
      <td class="u-acts num">
        {!hasPassword && !disabled && (
          <button class="b s" type="button" onClick={() => void makeLink()}>
            {texts.newLink}
          </button>
        )}{' '}
        <button
          class="b s"
          type="button"
          aria-label={texts.changeUser(name)}
          onClick={() => ask({ kind: 'change-user', user })}
        >
          {texts.change}
        </button>
        <Problem error={failed} />
      </td>
    </tr>
  );
}

/** Milliseconds: the use of a session is noted to the minute. */
const justNow = 120_000;

function seenText({ seen, address, lastLogin }: UserEntry): string {
  const { users: texts } = words.value;
  if (seen === undefined) return lastLogin === undefined ? texts.never : formatTime(lastLogin);
  const isNow = Date.now() - Date.parse(seen) < justNow;
  return [isNow ? texts.now : formatTime(seen), address].filter(Boolean).join(', ');
}

function Notes({ user }: { readonly user: UserEntry }) {
  const { users: texts } = words.value;
  const { disabled, masked, hasPassword, linkExpires } = user;
  const left = linkExpires === undefined ? 0 : Date.parse(linkExpires) - Date.now();
  const notes = [
    ...(disabled ? [texts.isDisabled] : []),
    ...(masked ? [texts.isMasked] : []),
    ...(left > 0 ? [texts.linkOpen(formatDuration(left))] : hasPassword ? [] : [texts.noPassword]),
  ];
  return (
    <>
      {notes.map((note) => (
        <span key={note} class="note-chip">
          {note === texts.isDisabled && <Icon name="discarded" />} {note}
        </span>
      ))}
    </>
  );
}
