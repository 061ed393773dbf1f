import { expect, it } from 'vitest';
import { configIn } from '../../gateway/testkit/config.ts';
import { computeHealth, type Fact } from '../health/health.ts';
import { listDependencies } from './dependencies.ts';

const fact = (trouble: Fact['trouble'], about: string): Fact => ({
  ...{ trouble, about, what: { en: 'x', nl: 'x' }, since: '2026-03-01T00:00:00.000Z', lasts: 3_600_000 },
});

const sftp = {
  ...{ host: 'sftp.erp.test', user: 'gw', password: 'x', folder: 'out' },
  hostKey: `SHA256:${'a'.repeat(43)}`,
};
const ends = { document: 'scsn/Order', to: { exchange: 'sci-connector/order' } };
const config = configIn('/tmp', {
  channels: {
    orders: { from: { folder: 'orders' }, ...ends },
    others: { from: { folder: 'others' }, ...ends },
    remote: { from: { sftp }, ...ends },
  },
});
const disks = [
  { folder: '/a', free: 9_000_000_000 },
  { folder: '/b', free: 41_000_000 },
];
const dependencies = (...facts: readonly Fact[]) =>
  listDependencies({ config, health: computeHealth(facts), disks });

it('says of each that it is well, and how much room the fullest disk has', () => {
  expect(dependencies()).toEqual([
    { kind: 'exchange', about: '' },
    { kind: 'folders', about: '', usable: 2, of: 2 },
    { kind: 'sftp', about: 'sftp.erp.test', usable: 1, of: 1 },
    { kind: 'journal', about: '' },
    { kind: 'disk', about: '/b', free: 41_000_000 },
  ]);
});

it('says of folders how many can be used, and since when something is wrong', () => {
  const since = '2026-03-01T00:00:00.000Z';
  expect(dependencies(fact('folder', 'others, remote'), fact('exchange-away', '')).slice(0, 3)).toEqual([
    { kind: 'exchange', about: '', level: 'red', since },
    { kind: 'folders', about: '', level: 'red', since, usable: 1, of: 2 },
    { kind: 'sftp', about: 'sftp.erp.test', level: 'red', since, usable: 0, of: 1 },
  ]);
});
