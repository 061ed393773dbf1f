import { hostname } from 'node:os';
import type { AlarmSettings } from '../../config/schema.ts';
import { mailTarget } from './mail.ts';
import type { Target } from './target.ts';
import { webhookTarget } from './webhook.ts';

export const targetsOf = ({ mail, webhook }: AlarmSettings): readonly Target[] => [
  ...(mail ? [mailTarget(mail)] : []),
  ...(webhook ? [webhookTarget(webhook)] : []),
];

/** What this gateway is called in alarms. */
export const gatewayName = ({ name }: Pick<AlarmSettings, 'name'>): string => name ?? hostname();
