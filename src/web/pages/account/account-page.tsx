import { useState } from 'preact/hooks';
import type { AccountAnswer } from '../../../api/model/account-model.ts';
import { Answer } from '../../parts/answer.tsx';
import { Failure, Loading } from '../../parts/page-states.tsx';
import { formatTime } from '../../parts/times.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { logOut } from '../../shell/entrance/log-out.ts';
import { words } from '../../shell/language.ts';
import { session } from '../../shell/session.ts';
import { PasswordDialog } from './password-dialog.tsx';
import '../../style/channels.css';
import '../../style/users.css';
import { ColumnHeads } from '../../parts/column-heads.tsx';

/** What the reader may, where that one is logged in, and the password. */
export default function AccountPage() {
  const { account: texts } = words.value;
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
        title={texts.title(answer.may)}
        acts={
          <>
            {user?.kind !== 'system' && (
              <button class="b" type="button" onClick={() => setChanging(true)}>
                {texts.changePassword}
              </button>
            )}
            <button class="b" type="button" onClick={() => void logOut(true)}>
              {words.value.shell.logOutEverywhere}
            </button>
          </>
        }
      >
        {user?.kind === 'system' ? texts.isSystem(user.name) : texts.loggedInAs(user?.name ?? '')}
        {user?.masked && ` ${texts.isMasked}`} {texts.sessionsOpen(answer.sessions.length)}
      </Answer>
      <Sessions sessions={answer.sessions} />
      {isChanging && <PasswordDialog onClose={close} />}
    </main>
  );
}

function Sessions({ sessions }: Pick<AccountAnswer, 'sessions'>) {
  const { account: texts } = words.value;
  return (
    <section>
      <h2 id="sessions">{texts.sessions}</h2>
      <table class="cards" aria-labelledby="sessions">
        <thead>
          <tr>
            <ColumnHeads names={texts.columns} />
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ began, seen, address, browser, isThis }) => (
            <tr key={began + address + browser}>
              <td>
                {texts.browser(browser)} {isThis && <strong>{texts.thisOne}</strong>}
              </td>
              <td>{address}</td>
              <td class="wide-m">
                <span class="only-m">{texts.columns[2]} </span>
                {formatTime(began)}
              </td>
              <td class="wide-m">
                <span class="only-m">{texts.columns[3]} </span>
                {formatTime(seen)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
