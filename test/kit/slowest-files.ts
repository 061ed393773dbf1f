import type { Reporter, TestModule } from 'vitest/node';

const most = 10;

/** Tells after a run which files took longest: where many run beside one another, that is time of the wall and not of a processor. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= most) return;
    const timed = modules.map((module) => ({ module, seconds: secondsOf(module) }));
    const slowest = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, most);
    const lines = slowest.map(
      ({ module, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${module.relativeModuleId}`,
    );
    console.log(['', `The ${most} slowest files`, ...lines, ''].join('\n'));
  }
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}
