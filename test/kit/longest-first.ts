import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longest } from './longest-files.ts';

/** Begins with the files of test/kit/longest-files.ts; all others follow as vitest has them. */

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // one project after the other, or processes are not shared; at the end are those that share one
    const projects = [...new Set(sorted.map(({ project }) => project))]
      .toSorted((a, b) => Number(b.config.isolate) - Number(a.config.isolate))
      .map(({ name }) => name);
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) ||
        rankOf(a.moduleId) - rankOf(b.moduleId),
    );
  }
}

function rankOf(moduleId: string): number {
  const at = longest.findIndex((name) => moduleId.replaceAll('\\', '/').endsWith(`/${name}`));
  return at === -1 ? longest.length : at;
}
