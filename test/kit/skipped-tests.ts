import type { Reporter, TestModule } from 'vitest/node';
import { noteFailures } from './failed-tests.ts';

/**
 * What is skipped is not tested. Where `ALLOWED_SKIPS` is set, as in .ci/run, a run fails whose skipped tests match none of its regular
 * expressions, a line each, by `FILE > NAME`: a tool is missing there. They are written where
 * failures are (failed-tests.ts).
 */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { ALLOWED_SKIPS: allowed } = process.env;
    if (allowed === undefined) return;
    const shapes = allowed.split('\n').flatMap((line) => (line.trim() === '' ? [] : new RegExp(line.trim())));
    const unexpected = modules
      .flatMap(listSkipped)
      .filter((name) => !shapes.some((shape) => shape.test(name)));
    if (unexpected.length === 0) return;
    const text = ['Skipped, and not in ALLOWED_SKIPS:', ...unexpected.map((name) => `  ${name}`)];
    console.error(`\n${text.join('\n')}`);
    noteFailures(text);
    process.exitCode = 1;
  }
}

const listSkipped = (module: TestModule): readonly string[] =>
  [...module.children.allTests('skipped')]
    .filter(({ options }) => options.mode === 'skip' || options.mode === 'run')
    .map(({ fullName }) => `${module.relativeModuleId} > ${fullName}`);
