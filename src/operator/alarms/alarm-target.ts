import type { LocalizedError } from '../../findings/localized-error.ts';
import type { AlarmMessage } from './alarm-message.ts';

/** Somewhere that alarms are sent to. */
export interface AlarmTarget {
  readonly name: 'mail' | 'webhook';
  /** As a person would name it. */
  readonly address: string;
  /**
   * Sends it once, within a minute. Resolves to what went wrong although it was sent; rejects, with a LocalizedError too, when it was not.
   */
  send(notice: AlarmMessage): Promise<LocalizedError | undefined>;
}

/** Milliseconds for all of it. */
export const longestSend = 60_000;
