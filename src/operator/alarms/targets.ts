import { hostname } from 'node:os';
import type { AlarmSettings } from '../../config/schema.ts';
import { buildMailTarget } from './mail.ts';
import type { AlarmTarget } from './target.ts';
import { buildWebhookTarget } from './webhook.ts';

export const buildAlarmTargets = ({ mail, webhook }: AlarmSettings): readonly AlarmTarget[] => [
  ...(mail ? [buildMailTarget(mail)] : []),
  ...(webhook ? [buildWebhookTarget(webhook)] : []),
];

/** What this gateway is called in alarms. */
export const gatewayNameOf = ({ name }: Pick<AlarmSettings, 'name'>): string => name ?? hostname();
