import { Answer } from '../parts/answer.tsx';
import { words } from '../shell/language.ts';
import { live } from '../shell/live.ts';

export default function OverviewPage() {
  const health = live.value?.health ?? 'green';
  return (
    <main id="main">
      <Answer state={health} title={words.value.shell.health[health]} />
    </main>
  );
}
