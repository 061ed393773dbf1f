import type { Config } from '../config/schema.ts';
import type { Message } from '../journal/message.ts';
import { channelsOf } from '../pipeline/channel.ts';
import { check } from '../pipeline/check/check.ts';
import { loadToolboxes } from '../pipeline/workers/toolbox.ts';
import type { Finding } from '../types.ts';

/** Why a corrected document would end its message instead of mending it. */
export interface Unfit {
  readonly reason: string;
  readonly findings: readonly Finding[];
}

/**
 * Checks a corrected document as the gateway will, before it takes the place of the one that waits for it. Undefined: it may;
 * what is parked by it stays where it is.
 */
export function unfit(
  config: Config,
  { channel: name, source }: Message,
  bytes: Uint8Array,
): Unfit | undefined {
  const channel = channelsOf(config).find((one) => one.name === name);
  if (!channel) return { reason: `The channel ${name} is no longer in the config.`, findings: [] };
  const tools = loadToolboxes(config.mappings);
  try {
    const result = check(tools.with(channel.settings.schemas), channel, { bytes, source });
    // 'wait': the gateway's own mappings or schemas are away, not the document's fault
    if (result.verdict !== 'rejected' && result.verdict !== 'ignored') return undefined;
    return { reason: result.reason, findings: result.findings };
  } finally {
    tools.dispose();
  }
}
