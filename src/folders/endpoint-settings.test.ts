import { expect, it } from 'vitest';
import { folderSource } from '../config/schema/folder-schema.ts';
import { endlessQuietTimeOf, quietTimeOf, settleIntervalOf } from './endpoint-settings.ts';

const host = { host: 'h', user: 'u', folder: 'f', hostKey: `SHA256:${'A'.repeat(43)}` };

it.each([
  ['a folder', { folder: 'out' }, 100, 500, 10_000],
  ['with done-files', { folder: 'out', done: '.done' }, 20, 20, 20],
  ['as given', { folder: 'out', settle: { interval: '30ms' } }, 30, 30, 10_000],
  ['where the ERP renames', { folder: 'out', settle: { renamed: true } }, 100, 500, 100],
  ['on SFTP where the ERP renames', { sftp: host, settle: { renamed: true } }, 2_000, 2_000, 2_000],
  ['on SFTP', { sftp: host }, 2_000, 2_000, 10_000],
  ['on SFTP, as given', { sftp: host, settle: { interval: '15s' } }, 15_000, 15_000, 15_000],
])('two looks of %s agree after so long, and more where nothing tells the end', (_, given, ...times) => {
  const source = folderSource.parse(given);
  expect([settleIntervalOf(source), quietTimeOf(source), endlessQuietTimeOf(source)]).toEqual(times);
});
