import { z } from 'zod';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `500ms`, `30s`, `5m`, `2h`, `1d`; milliseconds after parsing. */
export const duration = z
  .string()
  .regex(/^\d+(ms|s|m|h|d)$/, 'a number with its unit, such as 500ms, 30s, 5m, 2h or 1d')
  .transform((text) => {
    const [, digits = '0', unit = 'ms'] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
    return Number(digits) * units[unit as keyof typeof units];
  });

/** YAML reads 0-65535 unquoted as a number; a name or account number must stay text. */
export const text = z.string().min(1);
