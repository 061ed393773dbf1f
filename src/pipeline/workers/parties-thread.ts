import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readJournal } from '../../journal/open.ts';
import type { PartiesAsked } from './parties.ts';
import { loadToolboxes } from './toolbox.ts';
import { unknownSchemes } from './unknown-parties.ts';

/** The other side of parties.ts: answers once, and ends. */

const asked = z.custom<PartiesAsked>((value) => typeof value === 'object' && value !== null);
const { journal: settings, mappings, channels } = asked.parse(workerData);
const journal = await readJournal(settings);
const tools = loadToolboxes(mappings);
try {
  parentPort?.postMessage(await unknownSchemes(journal, tools, channels));
} finally {
  tools.dispose();
  await journal.close();
}
