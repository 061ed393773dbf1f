import os from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readAccount } from './account.ts';

it('is the one of the system', () => {
  expect(readAccount().name).toBe(os.userInfo().username);
});

it('without a name is its number', () => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const number = process.getuid?.() ?? -1;
  expect(readAccount()).toEqual({ name: `number ${number}`, number });
});
