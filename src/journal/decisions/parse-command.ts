import { z } from 'zod';
import type { Command } from '../journal.ts';
import { optionalMember } from '../sql/row-columns.ts';

const commandRow = z.object({
  id: z.number(),
  action: z.enum(['retry', 'release', 'discard', 'resend', 'done', 'close']),
  message: z.number(),
  force: z.number(),
  reason: z.string(),
  who: z.string(),
  /** Hash of the corrected document. */
  body: z.string().nullable(),
  line: z.string().nullable(),
  machine: z.string(),
  audited: z.number(),
});

interface KeptCommand extends Command {
  readonly id: number;
  readonly body: string | null;
  readonly machine: string;
  readonly audited: boolean;
}

export function parseCommand(row: unknown): KeptCommand {
  const { force, line, audited, ...rest } = commandRow.parse(row);
  return { ...rest, force: force === 1, audited: audited === 1, ...optionalMember('line', line) };
}
