import { z } from 'zod';
import type { AlarmKey, KeptAlarm, Watching } from '../../journal/watching.ts';
import type { Ringing } from './bell.ts';
import { isAlarmCode } from './raised.ts';

const state = z.object({
  level: z.enum(['red', 'amber']),
  what: z.string(),
  since: z.string(),
  mark: z.string(),
  seen: z.number(),
  grown: z.number(),
  told: z.number().optional(),
  toldMark: z.string().optional(),
  moreSince: z.number().optional(),
  wasHidden: z.boolean().optional(),
  gone: z.number().optional(),
});

/**
 * What was told to whom, as the journal has it. What cannot be written there stays here, and is written when it can be: it is
 * told to nobody twice because a disk was full.
 */
export class AlarmBook {
  readonly #watching: Pick<Watching, 'alarms' | 'keep'>;
  /** By target. */
  readonly #ringing = new Map<string, readonly Ringing[]>();
  /** As the journal has it: JSON by target and key. */
  #kept = new Map<string, KeptAlarm>();
  #read = false;
  /** Counts what was noted. */
  #version = 0;

  constructor(watching: Pick<Watching, 'alarms' | 'keep'>) {
    this.#watching = watching;
  }

  /** `shared`: others may have written meanwhile. Rejects when the journal is away. */
  async read(shared: boolean): Promise<void> {
    if (this.#read) await this.write();
    if (this.#read && !shared) return;
    const version = this.#version;
    const rows = await this.#watching.alarms();
    // what was told meanwhile is newer
    if (version !== this.#version) return;
    this.#kept = new Map(rows.map((row) => [rowKey(row), row]));
    this.#ringing.clear();
    for (const [target, kept] of Map.groupBy(rows, (row) => row.target))
      this.#ringing.set(target, kept.flatMap(ringingOf));
    this.#read = true;
  }

  ringing(target: string): readonly Ringing[] {
    return this.#ringing.get(target) ?? [];
  }

  note(target: string, ringing: readonly Ringing[]): void {
    this.#version += 1;
    this.#ringing.set(target, ringing);
  }

  /** Rejects when the journal is away: then it is written with the next `read`. */
  async write(): Promise<void> {
    const rows = [...this.#ringing].flatMap(([target, all]) => all.map((one) => rowOf(target, one)));
    const now = new Map(rows.map((row) => [rowKey(row), row]));
    const changed = rows.filter((row) => this.#kept.get(rowKey(row))?.state !== row.state);
    const gone = [...this.#kept.values()].filter((row) => !now.has(rowKey(row)));
    if (changed.length > 0 || gone.length > 0) await this.#watching.keep(changed, gone);
    this.#kept = now;
  }
}

const rowKey = ({ target, code, about }: AlarmKey): string => [target, code, about].join(' ');

const rowOf = (target: string, { code, about, ...rest }: Ringing): KeptAlarm => ({
  target,
  code,
  about,
  state: JSON.stringify(rest),
});

/** One that cannot be read (of a newer gateway, say) is as if it had never been. */
export function ringingOf({ code, about, state: text }: KeptAlarm): readonly Ringing[] {
  const { success, data } = state.safeParse(JSON.parse(text));
  return success && isAlarmCode(code) ? [{ code, about, ...data }] : [];
}
