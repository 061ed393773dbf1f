import type { TokensAnswer } from '../../../api/model/user-model.ts';
import { ColumnHeads } from '../../parts/column-heads.tsx';
import { formatDay, formatTime } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';
import type { OpenUserDialog } from './user-asked.ts';

/** Tokens of scripts: what each may, until when, and when it was used. */
export function TokenTable({
  tokens,
  ask,
}: {
  readonly tokens: TokensAnswer['tokens'];
  readonly ask: OpenUserDialog;
}) {
  const { users: texts } = words.value;
  return (
    <section>
      <div class="section-head">
        <h2 id="tokens">{texts.tokens}</h2>
        <button class="b s" type="button" onClick={() => ask({ kind: 'add-token' })}>
          {texts.addToken}
        </button>
      </div>
      {tokens.length === 0 ? (
        <p class="muted">{texts.noTokens}</p>
      ) : (
        <table class="cards user-table" aria-labelledby="tokens">
          <thead>
            <tr>
              <ColumnHeads names={texts.tokenColumns} />
              <th scope="col">
                <span class="vh">{texts.removeAct}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.map(({ name, role, may, used, expires }) => (
              <tr key={name}>
                <td class="u-name">
                  <strong>{name}</strong>
                </td>
                <td class="u-may">
                  <code>{role}</code>: {may}
                </td>
                <td class="u-seen muted">{used === undefined ? texts.neverUsed : formatTime(used)}</td>
                <td class="u-sessions muted">
                  {expires === undefined ? texts.noEnd : texts.untilDay(formatDay(expires))}
                </td>
                <td class="u-acts num">
                  <button
                    class="b s"
                    type="button"
                    aria-label={texts.removeTokenTitle(name)}
                    onClick={() => ask({ kind: 'remove-token', name })}
                  >
                    {texts.removeTokenAct}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
