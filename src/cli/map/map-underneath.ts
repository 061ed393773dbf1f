import type { UpstreamChange } from '../../mapping/compare/upstream-changes.ts';

/** What changed in delivered files since the user accepted them. */
export function printUpstreamChanges(files: readonly UpstreamChange[]): void {
  const unknown = files.filter(({ changes }) => changes === undefined).map(({ file }) => file);
  if (unknown.length > 0)
    console.log(
      `      underneath: ${unknown.join(', ')}; \`gateway map check --accept\` notes how they are today.`,
    );
  for (const { file, changes = [] } of files) {
    if (changes.length === 0) continue;
    console.log(`      ${file} has changed underneath (- as accepted, + as delivered now):`);
    for (const line of changes) console.log(`        ${line}`);
  }
}
