import { useState } from 'preact/hooks';
import type { TokensAnswer, UsersAnswer } from '../../../api/model/user-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { formatTime } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { AuditList } from './audit-list.tsx';
import { OpenedDialog } from './opened-dialog.tsx';
import { TokenTable } from './token-table.tsx';
import type { OpenUserDialog, UserAsked } from './user-asked.ts';
import { UserTable } from './user-table.tsx';
import '../../style/channels.css';
import '../../style/users.css';

/** Who may log in, the tokens of scripts, and who did what. */
export default function UsersPage() {
  const users = useAnswer<UsersAnswer>('/users', { follow: true });
  const tokens = useAnswer<TokensAnswer>('/tokens');
  const [asked, setAsked] = useState<UserAsked>();
  const [round, setRound] = useState(0);
  const [answer, error] = [users.answer, users.error];
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={users.again} />;
  const ask = (next: UserAsked | undefined, isDone = false): void => {
    setAsked(next);
    if (!isDone) return;
    users.again();
    tokens.again();
    setRound((before) => before + 1);
  };
  return (
    <main id="main">
      <Summary answer={answer} ask={ask} />
      <UserTable users={answer.users} ask={ask} />
      <TokenTable tokens={tokens.answer?.tokens ?? []} ask={ask} />
      <AuditList round={round} />
      {asked && <OpenedDialog asked={asked} ask={ask} />}
    </main>
  );
}

function Summary({ answer, ask }: { readonly answer: UsersAnswer; readonly ask: OpenUserDialog }) {
  const { users: texts } = words.value;
  const { users, failedLogins } = answer;
  const able = users.filter(({ disabled }) => !disabled);
  const administrators = able.filter(({ role }) => role === 'administer').length;
  const isLocked = users.length > 0 && administrators === 0;
  const { count, last } = failedLogins;
  const failed = last
    ? texts.failedLogins(count, last.account, last.address, formatTime(last.at))
    : texts.noFailedLogins;
  const sessions = users.reduce((sum, one) => sum + one.sessions, 0);
  return (
    <Answer
      state={count >= suspicious || isLocked ? 'amber' : users.length === 0 ? 'noNews' : 'green'}
      title={users.length === 0 ? texts.noUsers : texts.title(able.length, administrators)}
      acts={
        <button class="b p" type="button" onClick={() => ask({ kind: 'add-user' })}>
          {texts.addUser}
        </button>
      }
    >
      {isLocked && <strong>{texts.noAdministrator} </strong>}
      {failed} {sessions > 0 && texts.sessionsOpen(sessions)}
    </Answer>
  );
}

/** Failures that are an alarm too. */
const suspicious = 10;
