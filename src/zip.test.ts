import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { canRun } from '../test/kit/machine.ts';
import { zipped } from './zip.ts';

const python = `import zipfile, sys, json
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps([[i.filename, z.read(i).decode()] for i in z.infolist()]))`;

it.skipIf(!canRun('python3', '--version'))(
  'is read by another program, with names and bytes as they were',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = [
      ['a.txt', 'one'],
      ['message-7/ré.xml', '<a/>'.repeat(1000)],
      ['empty', ''],
    ] as const;
    const path = join(folder, 'b.zip');
    writeFileSync(path, zipped(files));
    expect(JSON.parse(execFileSync('python3', ['-c', python, path]).toString())).toEqual(files);
    expect(zipped(files)).toEqual(zipped(files));
  },
);
