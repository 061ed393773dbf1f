import { z } from 'zod';
import type { PartInfo } from '../model/message.ts';

const partRow = z.object({
  role: z.enum([
    'received',
    'envelope',
    'gathered',
    'prepared',
    'plan',
    'answer',
    'corrected',
    'named',
    'translated',
    'translator',
  ]),
  hash: z.string(),
  size: z.number(),
  at: z.string(),
});

export const parsePartInfo = (row: unknown): PartInfo => partRow.parse(row);
