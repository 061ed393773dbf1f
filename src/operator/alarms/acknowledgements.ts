import type { Acknowledgement } from '../../journal/trouble-store.ts';

/** That somebody has seen an alarm and sees to it: it holds for what was wrong then, and no longer. */

interface AlarmSince {
  readonly code: string;
  readonly about: string;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/** The last one that holds: it was given after the alarm began. */
export const findAcknowledgement = (
  { code, about, since }: AlarmSince,
  acknowledgements: readonly Acknowledgement[],
): Acknowledgement | undefined =>
  acknowledgements.findLast((one) => one.code === code && one.about === about && one.at >= since);
