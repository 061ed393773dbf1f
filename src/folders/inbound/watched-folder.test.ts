import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namesIn, openWatched, order, temporaryFolder } from '../testkit/folder.ts';
import { handoverBehaviour } from '../testkit/handover-behaviour.ts';
import { pickupBehaviour } from '../testkit/pickup-behaviour.ts';

pickupBehaviour();
handoverBehaviour();

it('keeps claims of two folders apart in one configured work folder', async () => {
  const work = join(await temporaryFolder(), 'work');
  const [one, two] = [await openWatched({ work }), await openWatched({ work })];
  for (const { path } of [one, two]) await writeFile(join(path, 'a.xml'), order(path));
  const [first] = await one.start().until(1);
  await two.start().until(1);
  expect((await one.folder.listClaimed()).map(({ id }) => id)).toEqual([first?.file.id]);
  if (first === undefined) return;
  expect(await one.folder.putInPlacement(first.file, 'archive')).toBe('archive/a.xml');
  expect(await one.folder.listClaimed()).toEqual([]);
  expect(await two.folder.listClaimed()).toHaveLength(1);
  expect(await namesIn(join(work, 'journal-1'))).toHaveLength(2);
  expect(await readdir(two.path)).toEqual([]);
});
