/** Milliseconds of this thread's own time on a core, for what is done at once: what others take on a busy machine does not count. */
export function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
