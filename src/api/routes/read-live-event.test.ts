import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDesk } from '../testkit/open-desk.ts';
import { readLiveEvent } from './read-live-event.ts';

it('tells of each file of the mappings that comes, changes or goes, and of none where the folder is not made yet', async () => {
  const desk = openDesk({ mappings: 'mappings' });
  onTestFinished(() => desk.close());
  const folder = desk.config().mappings ?? '';
  const file = join(folder, 'own.yaml');
  expect(await readLiveEvent(desk)).toMatchObject({ mappings: '' });
  const seen = new Set<string>(['']);
  const look = async (): Promise<void> => {
    const { mappings, mark } = await readLiveEvent(desk);
    expect(mark).toContain(mappings);
    seen.add(mappings);
  };
  mkdirSync(folder);
  await look();
  await look();
  expect(seen.size).toBe(2);
  writeFileSync(file, 'mapping: own\n');
  await look();
  writeFileSync(file, 'mapping: own\nextends: scsn-gateway/own\n');
  await look();
  expect(seen.size).toBe(4);
  rmSync(file);
  await look();
  expect(seen.size).toBe(4);
});
