import type { AlarmWording } from '../../operator/alarms/notifier.ts';
import { renderAlarmMessage, type Sender } from './render-alarm-message.ts';
import { renderLostValues } from './render-lost-values.ts';

/** In the language of the sender. */
export const buildAlarmWording = (sender: Omit<Sender, 'now'>): AlarmWording => ({
  message: (notification, active, now) => renderAlarmMessage(notification, active, { ...sender, now }),
  lostValues: (losses) => renderLostValues(losses)[sender.language],
});
