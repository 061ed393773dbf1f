import { z } from 'zod';
import type { AlarmKey, StoredAlarm, TroubleStore } from '../../journal/trouble-store.ts';
import { isAlarmCode } from './alarms-from-health.ts';
import type { ActiveAlarm } from './evaluate.ts';

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
export class AlarmStore {
  readonly #watching: Pick<TroubleStore, 'listAlarms' | 'storeAlarms'>;
  /** By target. */
  readonly #ringing = new Map<string, readonly ActiveAlarm[]>();
  /** As the journal has it: JSON by target and key. */
  #kept = new Map<string, StoredAlarm>();
  #read = false;
  /** Counts what was noted. */
  #version = 0;

  constructor(watching: Pick<TroubleStore, 'listAlarms' | 'storeAlarms'>) {
    this.#watching = watching;
  }

  /** `shared`: others may have written meanwhile. Rejects when the journal is away. */
  async read(shared: boolean): Promise<void> {
    if (this.#read) await this.write();
    if (this.#read && !shared) return;
    const version = this.#version;
    const rows = await this.#watching.listAlarms();
    // what was told meanwhile is newer
    if (version !== this.#version) return;
    this.#kept = new Map(rows.map((row) => [rowKey(row), row]));
    this.#ringing.clear();
    for (const [target, kept] of Map.groupBy(rows, (row) => row.target))
      this.#ringing.set(target, kept.flatMap(parseActiveAlarm));
    this.#read = true;
  }

  activeAlarms(target: string): readonly ActiveAlarm[] {
    return this.#ringing.get(target) ?? [];
  }

  setActiveAlarms(target: string, ringing: readonly ActiveAlarm[]): void {
    this.#version += 1;
    this.#ringing.set(target, ringing);
  }

  /** Rejects when the journal is away: then it is written with the next `read`. */
  async write(): Promise<void> {
    const rows = [...this.#ringing].flatMap(([target, all]) => all.map((one) => rowOf(target, one)));
    const now = new Map(rows.map((row) => [rowKey(row), row]));
    const changed = rows.filter((row) => this.#kept.get(rowKey(row))?.state !== row.state);
    const gone = [...this.#kept.values()].filter((row) => !now.has(rowKey(row)));
    if (changed.length > 0 || gone.length > 0) await this.#watching.storeAlarms(changed, gone);
    this.#kept = now;
  }
}

const rowKey = ({ target, code, about }: AlarmKey): string => [target, code, about].join(' ');

const rowOf = (target: string, { code, about, ...rest }: ActiveAlarm): StoredAlarm => ({
  target,
  code,
  about,
  state: JSON.stringify(rest),
});

/** One that cannot be read (of a newer gateway, say) is as if it had never been. */
export function parseActiveAlarm({ code, about, state: text }: StoredAlarm): readonly ActiveAlarm[] {
  const { success, data } = state.safeParse(JSON.parse(text));
  return success && isAlarmCode(code) ? [{ code, about, ...data }] : [];
}
