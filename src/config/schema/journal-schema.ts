import { z } from 'zod';
import { duration, text } from './setting-types.ts';

/** The journal's part of the config, by itself: commands on the journal need nothing else of it, and are soon there. */
export const journalSchema = z
  .strictObject({
    sqlite: text.default('data/journal.db').describe('File that holds everything the gateway knows.'),
    postgres: text
      .optional()
      .describe('Instead of the file: URL of a PostgreSQL database that several gateways share.'),
    keep: z
      .strictObject({
        messages: duration.optional().describe('Settled messages, with everything about them.'),
        bodies: duration
          .optional()
          .describe('What they received, sent and were answered; what became of them stays.'),
        noNews: duration
          .optional()
          .describe(
            'Messages of which nothing was sent: duplicate, unchanged, ignored, superseded, outdated.',
          ),
      })
      .prefault({})
      .describe('How long, from the day a message is settled. Without an age nothing is ever deleted.'),
  })
  .prefault({})
  .describe('Where every document and its fate is kept.');
