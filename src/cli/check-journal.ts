import { existsSync } from 'node:fs';
import type { Config } from '../config/schema.ts';
import { identityOf, unfilled } from '../gateway/identity.ts';
import { isSameBinding } from '../journal/binding.ts';
import { readJournal } from '../journal/open.ts';
import { ofJournal, ofSecrets, readableByOthers } from '../operator/rights.ts';

/** Does the journal belong to this exchange, can it be opened, and are it and the secrets out of sight of others? */
export async function checkJournal(config: Config, path: string): Promise<boolean> {
  const wrong = unfilled(config) ?? (await wrongWith(config));
  console.log(`${wrong === undefined ? 'ok   ' : 'WRONG'} journal${wrong === undefined ? '' : `: ${wrong}`}`);
  const { journal, http } = config;
  const files = [
    ...(journal.postgres === undefined ? ofJournal(journal.sqlite) : []),
    ...ofSecrets(path, [http.webhook?.tls?.key]),
  ];
  for (const warning of readableByOthers(files)) console.log(`warn  ${warning}`);
  return wrong === undefined;
}

/** There is none before the first start. */
async function wrongWith(config: Config): Promise<string | undefined> {
  const { sqlite, postgres } = config.journal;
  if (postgres === undefined && !existsSync(sqlite) && !existsSync(`${sqlite}.mark`)) return undefined;
  try {
    const journal = await readJournal(config.journal);
    const bound = await journal.bound().finally(() => journal.close());
    const wanted = identityOf(config);
    if (bound === undefined || isSameBinding(bound, wanted)) return undefined;
    return `it holds the orders of ${bound}; the config names ${wanted}. If it is the same exchange at a new address: \`gateway journal rebind --to URL --reason …\`.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
