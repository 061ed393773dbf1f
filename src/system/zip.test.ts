import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { collect } from '../../test/kit/collect.ts';
import { canRun } from '../../test/kit/machine.ts';
import { writeZip } from './zip.ts';

const zipped = async (files: Parameters<typeof writeZip>[0]): Promise<Buffer> =>
  Buffer.concat(await collect(writeZip(files)));

const python = `import zipfile, sys, json
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps([[i.filename, z.read(i).decode()] for i in z.infolist()]))`;

it.skipIf(!canRun('python3', '--version'))(
  'is read by another program, with names and bytes as they were',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = [
      ['a.txt', 'one'],
      ['message-7/ré.xml', '<a/>'.repeat(1000)],
      ['empty', ''],
    ] as const;
    const path = join(folder, 'b.zip');
    writeFileSync(path, await zipped(files));
    expect(JSON.parse(execFileSync('python3', ['-c', python, path]).toString())).toEqual(files);
    expect(await zipped(files)).toEqual(await zipped(files));
  },
);
