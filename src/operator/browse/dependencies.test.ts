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
const nothing = { config, health: computeHealth([]), disks, certificates: [], backup: undefined, sent: [] };
const dependencies = (...facts: readonly Fact[]) =>
  listDependencies({ ...nothing, health: computeHealth(facts) });

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
  expect(
    dependencies(fact('folder', 'others'), fact('folder', 'remote'), fact('exchange-away', '')).slice(0, 3),
  ).toEqual([
    { kind: 'exchange', about: '', level: 'red', since },
    { kind: 'folders', about: '', level: 'red', since, usable: 1, of: 2 },
    { kind: 'sftp', about: 'sftp.erp.test', level: 'red', since, usable: 0, of: 1 },
  ]);
});

it('says of certificates which ends first, and since when that is told', () => {
  const certificates = [
    { about: 'exchange.certificateAuthority', until: '2029-01-01T00:00:00.000Z' },
    { about: 'http.operator.tls.cert', until: '2026-03-09T00:00:00.000Z' },
  ];
  const health = computeHealth([fact('certificate', 'http.operator.tls.cert')]);
  expect(listDependencies({ ...nothing, certificates }).at(-1)).toEqual({
    ...{ kind: 'certificate', about: 'http.operator.tls.cert', until: '2026-03-09T00:00:00.000Z' },
  });
  expect(listDependencies({ ...nothing, certificates, health }).at(-1)).toMatchObject({ level: 'amber' });
});

it('names the last backup where one is known', () => {
  const last = '2026-03-01T01:00:00.000Z';
  expect(listDependencies({ ...nothing, backup: last }).at(-1)).toEqual({ kind: 'backup', about: '', last });
});

it('says of mail and webhook each when something was last sent, and that it cannot be', () => {
  const mail = { smtp: { host: 'mail.test' }, from: 'gateway@erp.test', to: ['erp@erp.test'] };
  const alarms = { mail, webhook: { url: 'https://hooks.test/alarm' } };
  const sent = [
    { target: 'mail', at: '2026-03-01T08:00:00.000Z' },
    { target: 'mail', at: '2026-03-01T09:00:00.000Z' },
  ];
  const facts = { ...nothing, config: configIn('/tmp', { alarms }), sent };
  const health = computeHealth([fact('alarm', 'webhook')]);
  const targets = (of: typeof facts) =>
    listDependencies(of).filter(({ kind }) => kind === 'mail' || kind === 'webhook');
  expect(targets(facts)).toEqual([
    { kind: 'mail', about: '', last: '2026-03-01T09:00:00.000Z' },
    { kind: 'webhook', about: '' },
  ]);
  expect(targets({ ...facts, health })).toMatchObject([
    { kind: 'mail', last: '2026-03-01T09:00:00.000Z' },
    { kind: 'webhook', level: 'amber' },
  ]);
});
