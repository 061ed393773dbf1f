import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInboundFolder } from '../src/folders/inbound.ts';
import { SftpFiles } from '../src/folders/sftp-files.ts';
import { SftpSession } from '../src/folders/sftp-session.ts';
import { journalNamed } from '../src/folders/testkit/journal.ts';
import { startSshd } from '../src/folders/testkit/sshd.ts';

/** How long does it take to claim, read and archive files of an OpenSSH server? `node bench/sftp-pick-up.ts [FILES]` */
const [files = 4_000] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), 'sftp-pick-up-'));
const text = `<?xml version="1.0"?><Order><ID>1</ID><Note>${'x'.repeat(2_000)}</Note></Order>`;
for (let n = 0; n < files; n++) await writeFile(join(folder, `order-${n}.xml`), text);

const sshd = await startSshd();
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const session = new SftpSession(sshd.endpoint, quiet);
const settle = { interval: 2_000, patience: 60_000, giveUp: 900_000 };
const settings = { folder, files: ['*.xml'], settle, every: 10_000, byDate: true };
const inbound = await openInboundFolder(settings, journalNamed('bench'), quiet, new SftpFiles(session));
const stop = new AbortController();
let count = 0;
const started = performance.now();
await inbound.watch(async (file) => {
  await inbound.read(file);
  await inbound.file(file, 'archive');
  count += 1;
  if (count === files) stop.abort();
}, stop.signal);
console.log(`${files} files by SFTP: ${Math.round((performance.now() - started) / 100) / 10} s`);
await session.close();
await sshd.close();
await rm(folder, { recursive: true });
