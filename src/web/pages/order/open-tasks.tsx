import type { OrderTask } from '../../../api/model/order-model.ts';
import { StateMark } from '../../parts/icons.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { formatTime } from '../../parts/times.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

/** What a person has to do elsewhere. */
export function OpenTasks({ tasks }: { readonly tasks: readonly OrderTask[] }) {
  const { orders } = words.value;
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks">{orders.openTasks}</h2>
      <ul class="tasks">
        {tasks.map((task) => (
          <li key={`${task.message} ${task.line}`}>
            <StateMark state="parked" />
            <div>
              <b>
                <Sentence text={task.text} />
              </b>
              <p>
                <Sentence text={task.advice} /> <span class="muted">{formatTime(task.opened)}</span>
              </p>
            </div>
            <a class="mono" href={linkTo(`/messages/${task.message}`)}>
              #{task.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
