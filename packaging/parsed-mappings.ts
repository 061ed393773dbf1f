import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openFormats } from '../src/formats/open-formats.ts';
import { applyExtends } from '../src/mapping/files/apply-extends.ts';
import { parseYaml } from '../src/mapping/files/mapping-yaml.ts';
import { packYaml, yamlKeyOf } from '../src/mapping/files/parsed-yaml.ts';
import { checkedKeyOf, packTableUses } from '../src/mapping/language/checked-mappings.ts';
import { compileProgram } from '../src/mapping/language/compile-program.ts';
import { readHeader } from '../src/mapping/language/mapping-header.ts';
import { packageFolder } from '../src/pipeline/channel/mapping-folders.ts';
import { renderBuildTable } from '../src/system/build-table.ts';
import { diskFiles } from '../src/system/file-source.ts';
import { decodeSavedText } from '../src/text/text-file.ts';

const folder = packageFolder('mappings');

/** The delivered mappings: by their names, their texts and what was read of them. */
const mappings = globSync('*.yaml', { cwd: folder }).flatMap((name) => {
  const file = join(folder, name);
  const text = decodeSavedText(readFileSync(file));
  const { value } = parseYaml(text);
  return value === undefined ? [] : [{ name: basename(name, '.yaml'), file, text, yaml: value }];
});

/** Their YAML, for src/mapping/files/parsed-yaml.ts. */
export const parsedYamlText = (): string =>
  renderBuildTable(mappings.map(({ text, yaml }) => [yamlKeyOf(text), packYaml(yaml)]));

/** Those in which nothing is wrong, for src/mapping/language/checked-mappings.ts. */
export function checkedMappingsText(): string {
  const { formats, dispose } = openFormats(undefined, [folder]);
  try {
    const checked = mappings.flatMap(({ name, file, text, yaml: own }) => {
      const whole = applyExtends(own, file, { folders: [folder], files: diskFiles });
      if (whole.yaml === undefined || (whole.problems ?? []).length > 0) return [];
      const { header, problems } = readHeader(name, whole.yaml, formats);
      if (header === undefined || problems.length > 0) return [];
      const compiled = compileProgram(name, whole.yaml, header, formats);
      const key = checkedKeyOf({ text, base: whole.base }, header, formats);
      const isRight = key !== undefined && compiled.problems.length === 0;
      return isRight ? [[key, packTableUses(compiled.uses)] as const] : [];
    });
    return renderBuildTable(checked);
  } finally {
    dispose();
  }
}
