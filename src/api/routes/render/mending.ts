import type { Config } from '../../../config/schema/config-schema.ts';
import type { WhoActs } from '../../../operator/who-acts/who-acts.ts';
import type { Finding } from '../../../types.ts';
import { mayAsk } from '../../kit/api-router.ts';
import type { RequestContext } from '../../kit/route.ts';
import type { MessageDetails } from '../../model/message-model.ts';

interface Held extends Pick<WhoActs, 'action'> {
  readonly channel: string;
  /** The one that decided. */
  readonly finding: Finding | undefined;
  /** Mappings that made it, besides those of its channel now. */
  readonly madeWith?: readonly string[];
}

/** What a mapping or a table keeps from going is mended there; the message itself is tried again after that. */
export function findMending(
  { channels }: Pick<Config, 'channels'>,
  { action, channel, finding, madeWith = [] }: Held,
  { caller }: Pick<RequestContext, 'caller'>,
): Pick<MessageDetails, 'mending'> {
  if (!mendedInMappings.includes(action) || !mayAsk(caller.role, 'administer')) return {};
  const known = [...(channels[channel]?.map ?? []), ...madeWith];
  const { file = '', message: said = '' } = finding ?? {};
  const named = /([a-z0-9-]+)\.yaml\b/.exec(file)?.[1];
  const mapping = known.find((name) => name === named) ?? known.at(-1);
  // the first name in the sentence, in each language
  const table = action === 'add-to-table' ? /`([^`]+)`/.exec(said)?.[1] : undefined;
  return mapping === undefined ? {} : { mending: { mapping, ...(table === undefined ? {} : { table }) } };
}

const mendedInMappings: readonly string[] = ['add-to-table', 'fix-mapping'];
