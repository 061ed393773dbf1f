import { alarmText } from '../../findings/journal-texts.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { AlarmEntry } from '../../operator/alarms/alarm-commands.ts';
import type { MissingGateway } from '../../operator/alarms/alarms-from-health.ts';
import type { Alarm } from '../../operator/alarms/evaluate.ts';
import type { Language } from '../../types.ts';

export const renderMissingGateway = ({ gateway, since: at }: MissingGateway): LocalizedText =>
  localize('gateway-gone', { gateway, at });

export const buildMissingGatewayAlarm = (gone: MissingGateway, language: Language): Alarm => ({
  code: 'gateway-gone',
  about: gone.gateway,
  level: 'amber',
  what: renderMissingGateway(gone)[language],
  since: gone.since,
  mark: '',
});

/** What is wrong, as a gateway wrote it down in the language of its config; of one that is missing nobody could. */
export const renderAlarmEntry = ({ about, since, what }: AlarmEntry, language: Language): string =>
  what
    ?.split('\n')
    .map((line) => renderWrittenLine(line, language))
    .join('\n') ?? renderMissingGateway({ gateway: about, since })[language];

/** Gateways that see different things are named behind each. */
function renderWrittenLine(line: string, language: Language): string {
  const whole = alarmText(line, language);
  if (whole !== line) return whole;
  const [, text = line, gateways = ''] = /^(.*)( \([^()]*\))$/.exec(line) ?? [];
  return alarmText(text, language) + gateways;
}
