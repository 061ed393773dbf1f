import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Writes what failed, with the beginning of why, at the end of the file that `FAILED_TESTS` names. .ci/run prints it as its last words:
 * where only the end of a long output is kept, that is what somebody needs of it.
 */
export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    noteFailures([
      ...modules.flatMap(listFailures),
      ...unhandled.map((error) => `outside of tests: ${excerptOf([error])} ${stackOf(error)}`),
    ]);
  }
}

export function noteFailures(failures: readonly string[]): void {
  const { FAILED_TESTS: file } = process.env;
  if (file !== undefined && failures.length > 0) appendFileSync(file, `${failures.join('\n')}\n`);
}

/** Failed tests, and errors of the files themselves: a hook, or an import that failed. */
function listFailures(module: TestModule): readonly string[] {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${module.relativeModuleId} > ${test.fullName}: ${excerptOf(test.result().errors)}`,
  );
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => `${module.relativeModuleId} > ${suite.fullName}: ${excerptOf([error])}`),
  );
  const own = module.errors();
  return [...(own.length > 0 ? [`${module.relativeModuleId}: ${excerptOf(own)}`] : []), ...suites, ...tests];
}

const excerptOf = (errors: readonly { readonly message: string }[] | undefined): string =>
  errors?.[0]?.message.replace(/\s+/g, ' ').slice(0, 400) ?? '';

/** Where an error outside of tests came from: its message alone leads nowhere. */
const stackOf = ({ stack }: SerializedError): string => (stack ?? '').replace(/\s+/g, ' ').slice(0, 600);
