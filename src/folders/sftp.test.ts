import { afterAll, beforeAll, describe } from 'vitest';
import { SftpFiles } from './sftp-files.ts';
import { SftpSession } from './sftp-session.ts';
import { filingBehaviour } from './testkit/filing-behaviour.ts';
import { recordingLog, useFiles } from './testkit/folder.ts';
import { inPlaceBehaviour } from './testkit/in-place-behaviour.ts';
import { inboundBehaviour } from './testkit/inbound-behaviour.ts';
import { outboundBehaviour } from './testkit/outbound-behaviour.ts';
import { noSshd, type Sshd, startSshd } from './testkit/sshd.ts';

/** Everything that local folders do, on folders of Debian's OpenSSH server. */

let sshd: Sshd | undefined;
let session: SftpSession | undefined;

beforeAll(async () => {
  if (noSshd !== undefined) return;
  sshd = await startSshd();
  session = new SftpSession(sshd.endpoint, recordingLog().log);
  useFiles(new SftpFiles(session));
});

afterAll(async () => {
  await session?.close();
  await sshd?.close();
});

describe.skipIf(noSshd !== undefined)(`SFTP folders${noSshd === undefined ? '' : ` (${noSshd})`}`, () => {
  inboundBehaviour();
  inPlaceBehaviour();
  filingBehaviour({ hardLinks: false });
  outboundBehaviour();
});
