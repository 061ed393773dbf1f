import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderMappingSentence } from '../../findings/mapping-sentences.ts';
import { readFixtureContext } from '../../mapping/fixtures/fixture-files.ts';
import { type FixtureTools, listFixtures, runFixture } from '../../mapping/fixtures/run-fixtures.ts';
import type { Finding, Language } from '../../types.ts';
import { resolveChain } from './channel-chain.ts';
import type { ChannelRuntimes } from './channel-runtime.ts';
import type { DistinctChannel } from './distinct-channels.ts';
import { NotUsable } from './not-usable.ts';

/** What keeps mappings and XSDs from being used: what is wrong with their files, and own fixtures that give something else. */
export function proveMappings(
  runtimes: ChannelRuntimes,
  used: readonly DistinctChannel[],
  own: string | undefined,
): readonly Finding[] {
  return used.flatMap((channel) => {
    const { map = [], schemas, document } = channel.settings;
    try {
      const runtime = runtimes.forSchemas(schemas);
      const { mapping, format, formats } = runtime;
      if (schemas !== undefined) format(document).warmUp?.();
      resolveChain(runtime, channel);
      const fixtureTools = {
        mapping: (one: string) => ({ mapping: mapping(one), findings: [] }),
        formats,
        language: runtimes.language,
      };
      if (own === undefined) return [];
      return map.flatMap((name) => runFixtures(own, name, fixtureTools));
    } catch (error) {
      if (error instanceof NotUsable) return listFaults(error, runtimes.language ?? 'en');
      throw error;
    }
  });
}

function listFaults({ words, findings }: NotUsable, language: Language): readonly Finding[] {
  const faults = findings.filter(({ severity }) => severity !== 'warning');
  if (faults.length > 0) return faults;
  return [{ code: 'mappings-not-used', severity: 'error', message: words[language], advice: '' }];
}

function runFixtures(own: string, mapping: string, tools: FixtureTools): readonly Finding[] {
  const folder = join(own, 'fixtures');
  return listFixtures(folder)
    .filter((name) => readMappingName(join(folder, name), name) === mapping)
    .map((name) => runFixture(join(folder, name), tools))
    .filter(({ differences }) => differences.length > 0)
    .map(({ name, differences }) => describeFixtureFault(name, differences, own, tools.language));
}

/** `own`: the folder of mappings with the fixture. */
export const describeFixtureFault = (
  name: string,
  differences: readonly string[],
  own: string,
  language?: Language,
): Finding => ({
  code: 'fixture-differs',
  severity: 'error',
  file: join(own, 'fixtures', name),
  ...renderMappingSentence(
    { sentence: 'fixture-differs', values: { name, differences: differences.slice(0, 5).join(' | ') } },
    language,
  ),
});

function readMappingName(folder: string, name: string): string {
  const said = existsSync(join(folder, 'context.json')) ? readFixtureContext(folder).mapping : undefined;
  return said ?? name.split('.')[0] ?? name;
}
