import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Config } from '../../config/schema/config-schema.ts';
import { readJournal } from '../../journal/open/open-journal.ts';
import { buildChannels } from '../channel/channel.ts';
import { loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import { findUnknownSchemes } from '../runtime/unknown-parties.ts';

/** The other side of parties.ts: answers once, and ends. */

const configSchema = z.custom<Config>((value) => typeof value === 'object' && value !== null);
const config = configSchema.parse(workerData);
const journal = await readJournal(config.journal);
const tools = loadChannelRuntimes(config.mappings);
try {
  parentPort?.postMessage(await findUnknownSchemes(journal, tools, buildChannels(config)));
} finally {
  tools.dispose();
  await journal.close();
}
