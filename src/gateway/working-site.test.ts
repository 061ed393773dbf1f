import { expect, it } from 'vitest';
import { buildFileFormats } from '../formats/format-registry.ts';
import { buildChannels } from '../pipeline/channel/channel.ts';
import { CorrectionWorkers } from './correction-workers.ts';
import { configIn } from './testkit/config.ts';
import { viewWorkingSite, type WorkingSite } from './working-site.ts';

function siteOf(mappings: string): WorkingSite {
  const config = configIn('/tmp', { mappings });
  const workers = { formats: buildFileFormats(), generation: { mappings } };
  return { config, channels: buildChannels(config), parts: { workers } };
}

it('shows pages what works now: after a reload with other folders, their formats and mappings', async () => {
  const [before, after] = [siteOf('before'), siteOf('after')];
  let site = before;
  const seen = viewWorkingSite(() => site);
  expect([seen.config(), seen.channels(), seen.formats(), seen.generation()]).toEqual([
    ...[before.config, before.channels, before.parts.workers.formats, before.parts.workers.generation],
  ]);
  site = after;
  expect(seen.config()).toBe(after.config);
  expect(seen.channels()).toBe(after.channels);
  expect(seen.formats()).toBe(after.parts.workers.formats);
  expect(seen.generation()).toBe(after.parts.workers.generation);
});

it('checks corrections with other threads as soon as what works is another', async () => {
  const corrections = new CorrectionWorkers();
  const { config, channels } = siteOf('mappings');
  const generation = {};
  const first = corrections.checker({ config, channels, generation });
  expect(corrections.checker({ config, channels, generation })).toBe(first);
  const second = corrections.checker({ config, channels, generation: {} });
  expect(second.workers).not.toBe(first.workers);
  await corrections.close();
});
