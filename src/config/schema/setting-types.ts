import { z } from 'zod';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `500ms`, `30s`, `5m`, `2h`, `1d`; milliseconds after parsing. A hundred years at the most: further back no calendar of Node counts. */
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a number with its unit, such as 500ms, 30s, 5m, 2h or 1d')
  .transform((text) => {
    const [, digits = '0', unit = 'ms'] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
    return Number(digits) * units[unit as keyof typeof units];
  })
  .refine((milliseconds) => milliseconds <= 36_500 * units.d, '36500d at the most');

/** A duration that a timer waits for: Node's run for 24 days, and one that is to run longer ends at once. */
export const timerDuration = duration.refine(
  (milliseconds) => milliseconds > 0 && milliseconds <= 24 * units.d,
  'from 1ms to 24d',
);

/** YAML reads 0-65535 unquoted as a number; a name or account number must stay text. */
export const text = z.string().min(1);
