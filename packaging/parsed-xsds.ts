import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveredXsds } from '../src/scsn/load-schemas.ts';
import { packXsd, xsdKeyOf } from '../src/scsn/schemas/parsed-xsd.ts';
import { parseXsd } from '../src/scsn/schemas/xsd-components.ts';
import { renderBuildTable } from '../src/system/build-table.ts';
import { decodeSavedText } from '../src/text/text-file.ts';

/** The delivered XSDs as components, for src/scsn/schemas/parsed-xsd.ts. */
export function parsedXsdsText(): string {
  const texts = globSync('**/*.xsd', { cwd: deliveredXsds }).map((name) =>
    decodeSavedText(readFileSync(join(deliveredXsds, name))),
  );
  return renderBuildTable(texts.map((text) => [xsdKeyOf(text), packXsd(parseXsd('', text))]));
}
