import { useState } from 'preact/hooks';
import type { AlarmTestAnswer } from '../../../api/model/alarms-model.ts';
import { Problem } from '../../parts/problem.tsx';
import { call } from '../../shell/call-api.ts';
import { words } from '../../shell/language.ts';
import { toast } from '../../shell/toasts.tsx';

/** Sends a test to every place that alarms go to; what did not arrive stays below the button. */
export function TestAlarms() {
  const { alarms: texts } = words.value;
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const test = async (): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    setProblems([]);
    try {
      const { targets } = await call<AlarmTestAnswer>('/alarms/test', { method: 'POST', body: {} });
      const wrong = targets.flatMap(({ address, problem }) => (problem ? [`${address}: ${problem}`] : []));
      setProblems(wrong);
      if (wrong.length === 0) toast(texts.testSent(targets.map(({ address }) => address).join(', ')));
    } catch (error) {
      setFailed(error);
    }
    setBusy(false);
  };
  return (
    <>
      <button class="b" type="button" disabled={isBusy} onClick={() => void test()}>
        {texts.sendTest}
      </button>
      <Problem error={failed} />
      {problems.map((problem) => (
        <p class="problem" role="alert" key={problem}>
          {problem}
        </p>
      ))}
    </>
  );
}
