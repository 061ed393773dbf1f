import { expect, it, onTestFinished, vi } from 'vitest';
import type { Artifact } from '../journal/model/message.ts';
import { ArtifactSaver } from './replay-record.ts';

/** A journal that notes the hashes of what it is given, and fails as often as it is told to. */
function saver(failures = 0) {
  const saved: string[] = [];
  let left = failures;
  const journal = {
    saveArtifacts: async (artifacts: readonly Artifact[]) => {
      left -= 1;
      if (left >= 0) throw new Error('disk full');
      saved.push(...artifacts.map(({ hash }) => hash));
    },
  };
  const texts: Readonly<Record<string, readonly Artifact[]>> = {
    one: [{ hash: 'h1', kind: 'settings', text: '{}' }],
    two: [{ hash: 'h2', kind: 'settings', text: '{}' }],
  };
  const artifacts = new ArtifactSaver({ journal, workers: { artifacts: (generation) => texts[generation] } });
  const save = (generation: string) => artifacts.save({ generation });
  return { artifacts, save, saved };
}

it('what messages are made with is kept once for each generation', async () => {
  const { artifacts, save, saved } = saver();
  await artifacts.save(undefined);
  for (const generation of ['one', 'one', 'two', 'one']) await save(generation);
  expect(saved).toEqual(['h1', 'h2']);
});

it('what could not be kept is kept with the next message', async () => {
  const { save, saved } = saver(1);
  await expect(save('one')).rejects.toThrow('disk full');
  await save('one');
  expect(saved).toEqual(['h1']);
});

it('a generation whose texts nobody has any more holds no message back', async () => {
  const { save, saved } = saver();
  await save('forgotten');
  expect(saved).toEqual([]);
});

it('what is kept is kept anew now and then: the journal may have forgotten it', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const { save, saved } = saver();
  for (const at of [0, 599_999, 600_000, 600_001]) {
    clock.mockReturnValue(at);
    await save('one');
  }
  expect(saved).toEqual(['h1', 'h1']);
});
