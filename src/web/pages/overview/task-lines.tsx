import type { OpenTaskItem } from '../../../api/model/overview-model.ts';
import { messagePath } from '../../parts/message-paths.ts';
import { lowerFirst, Sentence } from '../../parts/sentence.tsx';
import { formatTime } from '../../parts/times.ts';
import { TroubleLine } from '../../parts/trouble-line.tsx';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** Messages of tasks that have a line of their own. */
const ownTasks = 3;

/** What somebody has to do in the portal of the exchange, a line a message; of the others, how many there are. */
export function TaskLines({ tasks }: { readonly tasks: readonly OpenTaskItem[] }) {
  const { summary: texts } = words.value;
  const messages = [...new Set(tasks.map(({ message }) => message))];
  const byMessage = messages.map((id) => tasks.filter(({ message }) => message === id));
  const others = byMessage.slice(ownTasks).flat();
  const [other] = others;
  return (
    <>
      {byMessage.slice(0, ownTasks).map((own) => (
        <TaskLine key={own[0]?.message} tasks={own} />
      ))}
      {other && (
        <TroubleLine
          state="parked"
          title={texts.moreTasks(others.length)}
          who={other.act.name}
          hint={other.act.hint}
        />
      )}
    </>
  );
}

function TaskLine({ tasks }: { readonly tasks: readonly OpenTaskItem[] }) {
  const { summary: texts, groups, troubles } = words.value;
  const [task] = tasks;
  if (!task) return null;
  const { act, message, opened, order, text } = task;
  return (
    <TroubleLine
      state="parked"
      title={
        <>
          {texts.tasksOpen(tasks.length)}
          {text !== '' && ': '}
          <Sentence text={lowerFirst(text)} />
        </>
      }
      who={act.name}
      hint={act.hint}
      acts={
        <a class="b" href={linkTo(messagePath(message))}>
          {texts.see(1)}
        </a>
      }
    >
      {[...(order === undefined ? [] : [groups.order(order)]), troubles.since(formatTime(opened))].join(
        ' · ',
      )}
    </TroubleLine>
  );
}
