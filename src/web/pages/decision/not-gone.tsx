import type { BulkAnswer } from '../../../api/model/bulk-model.ts';
import { StateWord } from '../../parts/answer.tsx';
import { ColumnHeads } from '../../parts/column-heads.tsx';
import { markOfStanding } from '../../parts/icons.tsx';
import { messagePath } from '../../parts/message-paths.ts';
import { orderPaths } from '../../parts/order-paths.ts';
import { Sentence } from '../../parts/sentence.tsx';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** Messages that need somebody again, and those on which nothing was changed. */
export function NotGone({ answer: { stuck, unchanged, moreStuck } }: { readonly answer: BulkAnswer }) {
  const { bulk: texts } = words.value;
  if (stuck.length + unchanged.length === 0) return null;
  return (
    <section>
      <h2 id="not-gone">{texts.notGone}</h2>
      <table class="cards not-gone" aria-labelledby="not-gone">
        <thead>
          <tr>
            <ColumnHeads names={texts.columns} />
          </tr>
        </thead>
        <tbody>
          {stuck.map(({ id, standing, text, order = '', why }) => (
            <tr key={id}>
              <td class="nowrap">
                <StateWord state={markOfStanding(standing)}>{text}</StateWord>
              </td>
              <td>
                {order !== '' &&
                  orderPaths(order).map(([number, path]) => (
                    <div key={number}>
                      <a href={linkTo(path)}>{number}</a>
                    </div>
                  ))}
              </td>
              <td>
                <Sentence text={why} />
              </td>
              <td class="num">
                <a href={linkTo(messagePath(id, 'needs=action'))}>{id}</a>
              </td>
            </tr>
          ))}
          {unchanged.map(({ message, why }) => (
            <tr key={message}>
              <td>
                <StateWord state="noNews">{texts.unchanged}</StateWord>
              </td>
              <td />
              <td>
                <Sentence text={why} />
              </td>
              <td class="num">
                <a href={linkTo(messagePath(message))}>{message}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {moreStuck && <p class="hint">{texts.moreStuck}</p>}
    </section>
  );
}
