import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The pages that people read, and what they show. */
export interface Page {
  readonly name: string;
  readonly text: string;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

export async function pages(): Promise<readonly Page[]> {
  const found: Page[] = [];
  for await (const name of glob(['README.md', 'docs/**/*.md', 'mappings/README.md'], { cwd: root }))
    found.push({ name: name.replaceAll(sep, '/'), text: readFileSync(join(root, name), 'utf8') });
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Language and lines of what stands apart from the sentences. */
export const block = /^```(\w*)\n(.*?)^```/gms;

/** The lines of shell blocks, those that end with a backslash with the next, and then what stands between backticks in sentences. */
export const code = (text: string): readonly string[] => [
  ...[...text.matchAll(block)].flatMap(([, language, lines = '']) =>
    ['sh', 'powershell'].includes(language ?? '')
      ? lines
          .replace(/\\\n +/g, '')
          .trim()
          .split('\n')
      : [],
  ),
  ...[...text.replace(block, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll('\n', ' ').replaceAll('\\|', '|'),
  ),
];

/** How a page may begin a command of ours. */
export const prefix =
  /^(?:npm run -s gateway -- |(?:[A-Z_]+=\S+ )?gateway |\.\\gateway |runuser -u \S+ -- gateway )/;

/** What follows `gateway`, without what is piped on and without remarks. */
export const wordsOf = (line: string): string => line.replace(prefix, '').split(/ +[|>#] ?/)[0] ?? '';
