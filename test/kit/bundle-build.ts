import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce } from '../../packaging/build-once.ts';
import { builtTables, writePrograms } from '../../packaging/bundle.ts';
import { packageFile, threadModules } from '../../src/package.ts';

/** A build whose SCSN formats take files of several documents (src/pipeline/testkit/bundle.ts), made once for the sources as they are. */
export async function buildOfBundles(): Promise<string> {
  const build = await buildOnce();
  const own = `${build}-bundles`;
  if (!existsSync(own)) await buildInto(own, build);
  return own;
}

const { worker, 'own-process': ownProcess, ...others } = threadModules;
/** Where documents of a file are cut and read; all others are those of the build. */
const reading = { worker, 'own-process': ownProcess };

async function buildInto(own: string, build: string): Promise<void> {
  const unfinished = `${own}.${process.pid}`;
  await writePrograms(unfinished, reading, {
    '../scsn/scsn-format.ts': packageFile('src', 'pipeline', 'testkit', 'bundle.ts'),
  });
  for (const file of [...builtTables, ...Object.keys(others).map((name) => `${name}.js`)])
    cpSync(join(build, file), join(unfinished, file));
  try {
    renameSync(unfinished, own);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(own)) throw error;
  }
}
