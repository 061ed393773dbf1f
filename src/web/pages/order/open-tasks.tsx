import type { OrderTask } from '../../../api/model/order-model.ts';
import { StateMark } from '../../parts/icons.tsx';
import { formatTime } from '../../parts/times.ts';
import { linkTo } from '../../shell/address.ts';
import { words } from '../../shell/language.ts';

interface OpenTasksProps {
  readonly tasks: readonly OrderTask[];
  /** Asks anew how the order stands. */
  again(): void;
}

/** What a person has to do elsewhere. */
export function OpenTasks({ tasks }: OpenTasksProps) {
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
              <b>{task.text}</b>
              <p>
                {task.advice} <span class="muted">{formatTime(task.opened)}</span>
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
