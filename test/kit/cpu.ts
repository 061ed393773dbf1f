import { readFileSync } from 'node:fs';

/** Milliseconds of this thread's own time on a core, for what is done at once: what others take on a busy machine does not count. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Seconds of processors that programs took which this process starts, and which have ended; Linux alone tells it, in hundredths. */
export async function cpuOfPrograms(work: () => Promise<unknown>): Promise<number> {
  const before = readProcessorSecondsOfPrograms();
  await work();
  return readProcessorSecondsOfPrograms() - before;
}

/** Fields 16 and 17 of proc_pid_stat(5), in clock ticks, of which all machines of Linux have a hundred a second. */
function readProcessorSecondsOfPrograms(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
