import { expect, it } from 'vitest';
import { shareOf } from './file-system-facts.ts';

it.each([
  ['\\\\files\\erp\\out', 'SMB'],
  ['\\\\?\\UNC\\files\\erp\\out', 'SMB'],
  ['C:\\erp\\out', undefined],
  ['\\\\?\\C:\\erp\\out', undefined],
])('on Windows the path says what a share is: %s', (path, share) => {
  expect(shareOf(path, 0, 'win32')).toBe(share);
});

it('on Linux the file system says it', () => {
  expect(shareOf('/srv/erp', 0x6969, 'linux')).toBe('NFS');
  expect(shareOf('/srv/erp', 0xef53, 'linux')).toBeUndefined();
});
