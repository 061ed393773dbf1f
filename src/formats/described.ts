import { csvFormat } from './csv/format.ts';
import { csvLayout } from './csv/layout.ts';
import { hashOf, readDescription } from './describe/load.ts';
import { readXmlTree } from './describe/xml-tree.ts';
import type { LoadedFormat } from './interface.ts';
import { xmlFormat } from './xml/format.ts';

/** The format that a file describes. `file`: its path, for findings. Never throws for what the text says. */
export function describedFormat(text: string, file: string): LoadedFormat {
  const { description, source, findings } = readDescription(text, file);
  if (description === undefined) return { findings };
  const hash = hashOf(text);
  if (description.syntax === 'xml') {
    const { root, findings: more } = readXmlTree(source, description);
    const format = root && xmlFormat({ description, root }, hash);
    return { ...(format === undefined ? {} : { format }), findings: [...findings, ...more] };
  }
  const { layout, findings: more } = csvLayout(source, description);
  const format = layout && csvFormat(layout, hash);
  return { ...(format === undefined ? {} : { format }), findings: [...findings, ...more] };
}
