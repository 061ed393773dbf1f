import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Config } from '../../config/schema.ts';
import { readJournal } from '../../journal/open.ts';
import { channelsOf } from '../channel.ts';
import { loadToolboxes } from './toolbox.ts';
import { unknownSchemes } from './unknown-parties.ts';

/** The other side of parties.ts: answers once, and ends. */

const asked = z.custom<Config>((value) => typeof value === 'object' && value !== null);
const config = asked.parse(workerData);
const journal = await readJournal(config.journal);
const tools = loadToolboxes(config.mappings);
try {
  parentPort?.postMessage(await unknownSchemes(journal, tools, channelsOf(config)));
} finally {
  tools.dispose();
  await journal.close();
}
