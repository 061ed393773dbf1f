import { readdirSync, readFileSync } from 'node:fs';

/** What processes take of the processors, from /proc (Linux, 100 ticks a second). */

interface ProcessTimes {
  readonly parent: number;
  /** Seconds: its own, and those of its children that have ended. */
  readonly own: number;
  readonly ended: number;
}

function readTimes(pid: number | string): ProcessTimes {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number);
  const seconds = (...at: readonly number[]): number =>
    at.reduce((sum, n) => sum + (fields[n] ?? 0), 0) / 100;
  return { parent: fields[1] ?? 0, own: seconds(11, 12), ended: seconds(13, 14) };
}

/** Seconds that this process and its threads have taken so far, wherever it runs. */
export function readOwnSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Seconds that a process has taken so far. */
export const readProcessorSeconds = (pid: number): number => readTimes(pid).own;

/** Seconds that a process and all its children have taken so far. A child that ends meanwhile stands in neither: it is read again. */
export function readFamilySeconds(pid: number): number {
  for (;;) {
    const { own, ended } = readTimes(pid);
    const children = listProcesses().filter(({ parent }) => parent === pid);
    if (readTimes(pid).ended === ended) return children.reduce((sum, child) => sum + child.own, own + ended);
  }
}

/** Those that can still be read. */
const listProcesses = (): readonly ProcessTimes[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readTimes(pid)];
      } catch {
        return [];
      }
    });
