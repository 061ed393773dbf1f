import { messagePath } from '../../parts/message-paths.ts';
import { Sentence } from '../../parts/sentence.tsx';
import { linkTo } from '../../shell/address.ts';

/** `message 77, order 4500017819 (orders.xml): …`, as the gateway writes it in both languages; values stand between backticks. */
const named = /^([^`]*?)\b((?:message|bericht) (\d+))\b(.*)$/;

/** What is wrong, a line each, with the way to the message that a line names. */
export function AlarmText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n').map((line, n) => {
        const [, before = '', name, id, after = ''] = named.exec(line) ?? [];
        return (
          <div key={n}>
            {name === undefined ? (
              <Sentence text={line} />
            ) : (
              <>
                <Sentence text={before} />
                <a href={linkTo(messagePath(Number(id)))}>{name}</a>
                <Sentence text={after} />
              </>
            )}
          </div>
        );
      })}
    </>
  );
}
