import { Command } from 'commander';
import { addLazyCommands, type CommandEntry } from '../kit/lazy-commands.ts';

const commands: readonly CommandEntry[] = [
  {
    name: 'try',
    description: 'run a mapping on a document: the result, the findings, and what of the document is lost',
    load: async () => (await import('./map-try.ts')).tryCommand(),
  },
  {
    name: 'check',
    description: 'hold mappings against their source and target; say what is wrong with which line',
    load: async () => (await import('./map-check.ts')).checkCommand(),
  },
  {
    name: 'target',
    description: 'what the result of a mapping can hold, and which rule fills it',
    load: async () => (await import('./map-members.ts')).targetCommand(),
  },
  {
    name: 'source',
    description: 'what the document of a mapping can hold',
    load: async () => (await import('./map-members.ts')).sourceCommand(),
  },
  {
    name: 'xpath',
    description: 'try an XPath expression on a document: what it finds, and where',
    load: async () => (await import('./map-xpath.ts')).xpathCommand(),
  },
  {
    name: 'test',
    description: 'run the fixtures of the mappings; `-` is what was expected, `+` what came',
    load: async () => (await import('./map-test.ts')).testCommand(),
  },
  {
    name: 'fixture',
    description:
      'make a fixture of a document: what the mapping gives now is what it is held against from now on',
    load: async () => (await import('./map-fixture.ts')).fixtureCommand(),
  },
  {
    name: 'diff',
    description:
      'your own mapping and tables against the delivered ones, and what changed underneath since you accepted it',
    load: async () => (await import('../map-versions/map-diff.ts')).diffCommand(),
  },
  {
    name: 'replay',
    description: 'what an edit would have done with the messages of the journal; sends and writes nothing',
    load: async () => (await import('../map-versions/map-replay.ts')).replayMapCommand(),
  },
  {
    name: 'copy',
    description: 'copy the folder that runs into a new one, to edit it there and to publish it',
    load: async () => (await import('../map-versions/map-copy.ts')).copyCommand(),
  },
  {
    name: 'publish',
    description: 'check and compare edited mappings, then copy them into the folder that runs',
    load: async () => (await import('../map-versions/map-publish.ts')).publishCommand(),
  },
  {
    name: 'history',
    description: 'the versions of a mapping that made messages: since when, until when, and how many',
    load: async () => (await import('../map-versions/map-history.ts')).historyCommand(),
  },
  {
    name: 'restore',
    description: 'put the files of an earlier version back into your own folder; what was there is kept',
    load: async () => (await import('../map-versions/map-restore.ts')).restoreVersionCommand(),
  },
  {
    name: 'coverage',
    description:
      'over many documents: what is filled and how often it is lost; which rules never gave a value',
    load: async () => (await import('./map-coverage.ts')).coverageCommand(),
  },
  {
    name: 'docs',
    description: 'write one Markdown and one HTML page for each mapping',
    load: async () => (await import('./map-docs.ts')).docsCommand(),
  },
  {
    name: 'schema',
    description:
      'write mapping.schema.json, by which an editor completes names and keys; again after an upgrade or for a new format',
    load: async () => (await import('./map-schema.ts')).schemaCommand(),
  },
];

export const mapCommand = (words: readonly string[]): Promise<Command> =>
  addLazyCommands(new Command('map'), commands, words);
