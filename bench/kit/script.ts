import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const schema = fileURLToPath(new URL('../../schemas/xsd/Order.xsd', import.meta.url));

/** What else one would write: a loop in a shell that checks with xmllint, sends with curl and moves what was sent. */
const loop = `for file in *.xml; do
  xmllint --noout --schema "$1" "$file" 2>/dev/null &&
  curl -sf -o /dev/null -X PUT -H 'Content-Type: application/xml' --data-binary "@$file" "$2" &&
  mv "$file" sent/ || echo "$file"
done`;

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Documents a second of that script, with the first so many files of a folder; undefined without its programs. */
export function scriptSpeed(folder: string, count: number, url: string): number | undefined {
  if (!isThere('xmllint') || !isThere('curl')) return undefined;
  const copy = join(folder, '..', 'script');
  mkdirSync(join(copy, 'sent'), { recursive: true });
  for (const name of readdirSync(folder).slice(0, count)) cpSync(join(folder, name), join(copy, name));
  const since = performance.now();
  const failed = execFileSync('bash', ['-c', loop, 'bash', schema, url], { cwd: copy }).toString();
  if (failed !== '') throw new Error(`the script did not send ${failed}`);
  return count / ((performance.now() - since) / 1000);
}
