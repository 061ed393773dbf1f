/** Writes the pages of the manual that are made from the sources: `npm run reference`. `test/reference.test.ts` holds them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { alarmsPage } from './alarms.ts';
import { apiPage } from './api.ts';
import { commandsPage } from './commands.ts';
import { configPage } from './config.ts';
import { dispositionPages } from './dispositions.ts';
import { findingsPage } from './findings.ts';
import { formatsPage } from './formats.ts';
import { mappingsPage } from './mappings.ts';
import { metricsPage } from './metrics.ts';

/** Path below `docs/` -> text of each page. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['findings.md', findingsPage()],
    ['reference/alarms.md', alarmsPage()],
    ['reference/api.md', await apiPage()],
    ['reference/commands.md', await commandsPage()],
    ['reference/config.md', configPage()],
    ...dispositionPages(),
    ['reference/formats.md', formatsPage()],
    ['reference/mappings.md', mappingsPage()],
    ['reference/metrics.md', metricsPage()],
  ]);
}

if (import.meta.main) {
  const docs = new URL('../docs/', import.meta.url);
  mkdirSync(new URL('reference/', docs), { recursive: true });
  for (const [name, text] of await referencePages()) writeFileSync(new URL(name, docs), text);
}
