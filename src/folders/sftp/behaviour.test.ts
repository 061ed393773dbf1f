import { beforeEach, describe } from 'vitest';
import { filingBehaviour } from '../testkit/filing-behaviour.ts';
import { useFiles } from '../testkit/folder.ts';
import { handoverBehaviour } from '../testkit/handover-behaviour.ts';
import { inPlaceBehaviour } from '../testkit/in-place-behaviour.ts';
import { outboundBehaviour } from '../testkit/outbound-behaviour.ts';
import { pickupBehaviour } from '../testkit/pickup-behaviour.ts';
import { oneSshd } from '../testkit/sftp.ts';
import { noSshd } from '../testkit/sshd.ts';

/** Everything that local folders do, on folders of Debian's OpenSSH server. */

const files = oneSshd();
beforeEach(() => {
  if (noSshd === undefined) useFiles(files());
});

describe.skipIf(noSshd !== undefined)(`SFTP folders${noSshd === undefined ? '' : ` (${noSshd})`}`, () => {
  pickupBehaviour();
  handoverBehaviour();
  inPlaceBehaviour();
  filingBehaviour({ hardLinks: false });
  outboundBehaviour();
});
