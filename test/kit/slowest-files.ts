import type { Reporter, TestModule } from 'vitest/node';

const most = 10;

/**
 * Lists after a run the files that took most of the processors, and those that took longest: where many run beside one another, that is time
 * of the wall and not of a processor. `TEST_TIMES` is a number of files to list in the place of ten, also of few.
 */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= most && process.env.TEST_TIMES === undefined) return;
    const count = Number(process.env.TEST_TIMES ?? most);
    const timed = modules.map((module) => ({
      name: module.relativeModuleId,
      wall: wallSecondsOf(module),
      cpu: module.meta().processorSeconds ?? 0,
    }));
    const line = ({ name, wall, cpu }: (typeof timed)[number]): string =>
      `${cpu.toFixed(1).padStart(7)} s ${wall.toFixed(1).padStart(7)} s  ${name}`;
    const { user, system } = process.cpuUsage();
    const own = (user + system) / 1_000_000;
    const total = timed.reduce((sum, { cpu }) => sum + cpu, 0);
    console.log(
      [
        '',
        `Processors: ${total.toFixed(0)} s of test files, ${own.toFixed(0)} s of what runs them. The costliest (processors, wall):`,
        ...timed
          .toSorted((a, b) => b.cpu - a.cpu)
          .slice(0, count)
          .map(line),
        'The slowest:',
        ...timed
          .toSorted((a, b) => b.wall - a.wall)
          .slice(0, count)
          .map(line),
        '',
      ].join('\n'),
    );
  }
}

function wallSecondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}
