import { explainFailure } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { AlarmMessage } from './alarm-message.ts';
import type { AlarmTarget } from './alarm-target.ts';

export interface TargetTest extends Pick<AlarmTarget, 'name' | 'address'> {
  /** Why it did not arrive, or what went wrong although it did; absent: it was sent. */
  readonly problem?: LocalizedText;
}

/** Sends a message to each of them, one after the other. */
export async function* testAlarmTargets(
  targets: readonly AlarmTarget[],
  message: AlarmMessage,
): AsyncGenerator<TargetTest> {
  for (const { name, address, send } of targets) {
    const problem = await send(message).then((wrong) => wrong?.words, explainFailure);
    yield { name, address, ...(problem === undefined ? {} : { problem }) };
  }
}
