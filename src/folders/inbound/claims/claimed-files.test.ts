import { expect, it } from 'vitest';
import { createId } from '../../unique-id.ts';
import { ClaimedFiles } from './claimed-files.ts';

const fileOf = (id: string, name: string) => ({ id, name, size: 1, mtime: 1 });

it('a claim is in hand from before its file is touched until it is dropped, whole or in the making', () => {
  const inHand = new ClaimedFiles();
  const id = inHand.begin('a.xml');
  expect([inHand.has(id), inHand.has(`${id}.claiming`), inHand.hasFile('a.xml')]).toEqual([true, true, true]);
  expect(inHand.unclear).toEqual([id]);
  inHand.markClaimed([fileOf(id, 'a.xml')]);
  expect([inHand.has(id), inHand.unclear, inHand.kept]).toEqual([true, [], []]);
  inHand.drop(id);
  expect([inHand.has(id), inHand.hasFile('a.xml')]).toEqual([false, false]);
});

it('what is kept stays in the order in which it was claimed', () => {
  const inHand = new ClaimedFiles();
  const files = ['1.xml', '2.xml', '3.xml'].map((name) => fileOf(inHand.begin(name), name));
  inHand.markClaimed(files);
  inHand.markKept(files.toReversed());
  expect(inHand.kept).toEqual(files);
  inHand.markClaimed(files.slice(0, 1));
  expect(inHand.kept).toEqual(files.slice(1));
});

it('a young claim of nobody we know is somebody’s', () => {
  const inHand = new ClaimedFiles();
  const theirs = createId();
  expect([inHand.isClaimedBySomebody(theirs, 30_000), inHand.isClaimedBySomebody(theirs, -1)]).toEqual([
    true,
    false,
  ]);
  expect(inHand.isClaimedBySomebody(inHand.begin('a.xml'), -1)).toBe(true);
  expect(inHand.isClaimedBySomebody('not one of our ids', 30_000)).toBe(false);
});
