import { Command } from 'commander';
import { checkCommand } from './map-check.ts';
import { coverageCommand } from './map-coverage.ts';
import { docsCommand } from './map-docs.ts';
import { testCommand } from './map-test.ts';
import { tryCommand } from './map-try.ts';

export function mapCommand(): Command {
  return new Command('map')
    .description('try, check, test and document mappings')
    .addCommand(tryCommand())
    .addCommand(checkCommand())
    .addCommand(testCommand())
    .addCommand(coverageCommand())
    .addCommand(docsCommand());
}
