import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFixtureContext } from '../../mapping/fixtures/fixture-files.ts';
import { type FixtureTools, listFixtures, runFixture } from '../../mapping/fixtures/run-fixtures.ts';
import type { Finding } from '../../types.ts';
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
      };
      if (own === undefined) return [];
      return map.flatMap((name) => runFixtures(join(own, 'fixtures'), name, fixtureTools));
    } catch (error) {
      if (error instanceof NotUsable) return listFaults(error);
      throw error;
    }
  });
}

function listFaults({ message, findings }: NotUsable): readonly Finding[] {
  const faults = findings.filter(({ severity }) => severity !== 'warning');
  return faults.length > 0 ? faults : [{ code: 'mappings-not-used', severity: 'error', message, advice: '' }];
}

function runFixtures(folder: string, mapping: string, tools: FixtureTools): readonly Finding[] {
  return listFixtures(folder)
    .filter((name) => readMappingName(join(folder, name), name) === mapping)
    .map((name) => runFixture(join(folder, name), tools))
    .filter(({ differences }) => differences.length > 0)
    .map(({ name, differences }) => describeFixtureFault(name, differences, join(folder, '..')));
}

/** `own`: the folder of mappings with the fixture. */
export const describeFixtureFault = (name: string, differences: readonly string[], own: string): Finding => ({
  code: 'fixture-differs',
  severity: 'error',
  message: `The fixture ${name} does not give what it expects: ${differences.slice(0, 5).join(' | ')}`,
  advice:
    'Look at it with `gateway map test`; if the new result is right, `gateway map test --update` takes it over.',
  file: join(own, 'fixtures', name),
});

function readMappingName(folder: string, name: string): string {
  const said = existsSync(join(folder, 'context.json')) ? readFixtureContext(folder).mapping : undefined;
  return said ?? name.split('.')[0] ?? name;
}
