import { Command } from 'commander';
import { checkCommand } from './map-check.ts';
import { coverageCommand } from './map-coverage.ts';
import { diffCommand } from './map-diff.ts';
import { docsCommand } from './map-docs.ts';
import { fixtureCommand } from './map-fixture.ts';
import { sourceCommand, targetCommand } from './map-members.ts';
import { replayMapCommand } from './map-replay.ts';
import { schemaCommand } from './map-schema.ts';
import { testCommand } from './map-test.ts';
import { tryCommand } from './map-try.ts';
import { xpathCommand } from './map-xpath.ts';

export function mapCommand(): Command {
  return new Command('map')
    .description('try, check, test and document mappings, and look at what documents can hold')
    .addCommand(tryCommand())
    .addCommand(checkCommand())
    .addCommand(targetCommand())
    .addCommand(sourceCommand())
    .addCommand(xpathCommand())
    .addCommand(testCommand())
    .addCommand(fixtureCommand())
    .addCommand(diffCommand())
    .addCommand(replayMapCommand())
    .addCommand(coverageCommand())
    .addCommand(docsCommand())
    .addCommand(schemaCommand());
}
