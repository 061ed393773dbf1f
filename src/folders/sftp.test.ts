import { beforeAll, describe } from 'vitest';
import { filingBehaviour } from './testkit/filing-behaviour.ts';
import { useFiles } from './testkit/folder.ts';
import { inPlaceBehaviour } from './testkit/in-place-behaviour.ts';
import { inboundBehaviour } from './testkit/inbound-behaviour.ts';
import { outboundBehaviour } from './testkit/outbound-behaviour.ts';
import { oneSshd } from './testkit/sftp.ts';
import { noSshd } from './testkit/sshd.ts';

/** Everything that local folders do, on folders of Debian's OpenSSH server. */

const files = oneSshd();
beforeAll(() => {
  if (noSshd === undefined) useFiles(files());
});

describe.skipIf(noSshd !== undefined)(`SFTP folders${noSshd === undefined ? '' : ` (${noSshd})`}`, () => {
  inboundBehaviour();
  inPlaceBehaviour();
  filingBehaviour({ hardLinks: false });
  outboundBehaviour();
});
