import type { Config } from '../../config/schema.ts';

/** What a look at one part of the site brought to light. */
export interface Found {
  /** `wrong`: the gateway, or a part of it, cannot work so. */
  readonly level: 'ok' | 'warn' | 'wrong';
  /** What was looked at: `port of http.webhook`. */
  readonly about: string;
  readonly what: string;
  /** What was seen on the way, one line each. */
  readonly more?: readonly string[];
}

/** Looks, and leaves nothing behind. Never rejects. */
export type Check = (config: Config) => Promise<readonly Found[]> | readonly Found[];

const labels = { ok: 'ok   ', warn: 'warn ', wrong: 'WRONG' } as const;

/** The lines that people read of it, the same wherever it is told. */
export const tellFound = ({ level, about, what, more = [] }: Found): readonly string[] => [
  `${labels[level]} ${about}: ${what}`,
  ...more.map((line) => `      ${line}`),
];

export const right = (about: string, what: string): Found => ({ level: 'ok', about, what });
export const doubtful = (about: string, what: string): Found => ({ level: 'warn', about, what });
export const wrong = (about: string, what: string): Found => ({ level: 'wrong', about, what });
