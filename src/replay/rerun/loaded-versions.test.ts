import { expect, it } from 'vitest';
import { type RuntimeSnapshot, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { LoadedVersions } from './loaded-versions.ts';

const snapshot: RuntimeSnapshot = await takeSnapshot({});
const send = (...names: readonly string[]) => ({
  versions: Object.fromEntries(names.map((name) => [name, `key of ${name}`])),
  snapshots: new Map(names.map((name) => [`key of ${name}`, { ...snapshot }])),
});

it('knows the versions that it was sent, and loads each once', () => {
  const loaded = new LoadedVersions();
  const { versions, snapshots } = send('running');
  expect(loaded.take({ versions })).toBe(false);
  expect(loaded.take({ versions, snapshots })).toBe(true);
  expect(loaded.take({ versions })).toBe(true);
  expect(loaded.get('key of running')).toBe(loaded.get('key of running'));
});

it('versions share the mappings whose files are the same', () => {
  const loaded = new LoadedVersions();
  loaded.take(send('running', 'edited'));
  const [one, other] = ['running', 'edited'].map((name) =>
    loaded.get(`key of ${name}`).forSchemas(undefined).mapping('order-to-exchange'),
  );
  expect(one).toBe(other);
});

it('forgets the oldest of many, never one of the call under way', () => {
  const loaded = new LoadedVersions();
  const names = Array.from({ length: 30 }, (_, n) => `version ${n}`);
  expect(loaded.take(send(...names))).toBe(true);
  expect(loaded.take({ versions: send(...names).versions })).toBe(true);
  expect(loaded.take({ versions: send('version 29').versions })).toBe(true);
  expect(loaded.take({ versions: send('version 0').versions })).toBe(false);
  expect(loaded.take({ versions: send('version 28').versions })).toBe(true);
});
