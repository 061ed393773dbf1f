import { useState } from 'preact/hooks';
import type { AccountAnswer } from '../../../api/model/account-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { formatTime } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';
import { logOut } from '../../shell/log-out.ts';
import { session } from '../../shell/session.ts';
import { PasswordDialog } from './password-dialog.tsx';
import '../../style/users.css';

/** What the reader may, where that one is logged in, and the password. */
export default function AccountPage() {
  const { account: say } = words.value;
  const { answer, error, again } = useAnswer<AccountAnswer>('/account');
  const [isChanging, setChanging] = useState(false);
  if (!answer) return error === undefined ? <Loading /> : <Failure error={error} again={again} />;
  const { user } = session.value ?? {};
  const close = (isDone = false): void => {
    setChanging(false);
    if (isDone) again();
  };
  return (
    <main id="main">
      <Answer
        state="green"
        title={say.title(answer.may)}
        acts={
          <>
            {user?.kind !== 'system' && (
              <button class="b" type="button" onClick={() => setChanging(true)}>
                {say.changePassword}
              </button>
            )}
            <button class="b" type="button" onClick={() => void logOut(true)}>
              {words.value.shell.logOutEverywhere}
            </button>
          </>
        }
      >
        {user?.kind === 'system' ? say.isSystem(user.name) : say.loggedInAs(user?.name ?? '')}
        {user?.masked && ` ${say.isMasked}`} {say.sessionsOpen(answer.sessions.length)}
      </Answer>
      <Sessions sessions={answer.sessions} />
      {isChanging && <PasswordDialog onClose={close} />}
    </main>
  );
}

function Sessions({ sessions }: Pick<AccountAnswer, 'sessions'>) {
  const { account: say } = words.value;
  return (
    <section>
      <h2 id="sessions">{say.sessions}</h2>
      <table class="cards" aria-labelledby="sessions">
        <thead>
          <tr>
            {say.columns.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ began, seen, address, browser, isThis }) => (
            <tr key={began + address + browser}>
              <td>
                {say.browser(browser)} {isThis && <strong>{say.thisOne}</strong>}
              </td>
              <td>{address}</td>
              <td>{formatTime(began)}</td>
              <td>{formatTime(seen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
