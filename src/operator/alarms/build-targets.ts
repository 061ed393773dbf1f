import { hostname } from 'node:os';
import type { AlarmSettings } from '../../config/schema/config-schema.ts';
import type { AlarmTarget } from './alarm-target.ts';
import { buildMailTarget } from './mail-target.ts';
import { buildWebhookTarget } from './webhook-target.ts';

export const buildAlarmTargets = ({ mail, webhook }: AlarmSettings): readonly AlarmTarget[] => [
  ...(mail ? [buildMailTarget(mail)] : []),
  ...(webhook ? [buildWebhookTarget(webhook)] : []),
];

/** What this gateway is called in alarms. */
export const gatewayNameOf = ({ name }: Pick<AlarmSettings, 'name'>): string => name ?? hostname();
