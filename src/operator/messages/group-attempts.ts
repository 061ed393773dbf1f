import type { Attempt } from '../../journal/model/message.ts';

/** Attempts one after the other that ended in the same way. */
export interface AttemptGroup {
  readonly first: Attempt;
  readonly last: Attempt;
}

export function groupAttempts(attempts: readonly Attempt[]): readonly AttemptGroup[] {
  const groups: AttemptGroup[] = [];
  for (const attempt of attempts) {
    const before = groups.at(-1);
    if (before && endOf(before.last) === endOf(attempt))
      groups[groups.length - 1] = { ...before, last: attempt };
    else groups.push({ first: attempt, last: attempt });
  }
  return groups;
}

const endOf = ({ what, ended, status, detail, unknown }: Attempt): string =>
  JSON.stringify([what, ended === undefined, status, detail, unknown]);
