import type { MappingContext } from '../../mapping/mapping.ts';
import type { Channel } from './channel.ts';

/** A context that knows the channel and nothing of the order. */
export function bareContext(channel: Channel): MappingContext {
  const { name, companyId, as, language, settings } = channel;
  const placement = channel.direction === 'inbound' ? channel.settings.linesPlacement : '';
  const upload = channel.direction === 'inbound' && channel.upload ? 'true' : 'false';
  return {
    channel: { name, companyId, as, timeZone: settings.timeZone, linesPlacement: placement, upload },
    event: '',
    now: '',
    language,
    change: () => 'new',
  };
}
