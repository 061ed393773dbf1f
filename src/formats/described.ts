import { csvFormat } from './csv/format.ts';
import { csvLayout } from './csv/layout.ts';
import { hashOf, readDescription } from './describe/load.ts';
import { readXmlTree } from './describe/xml-tree.ts';
import { type Beside, edifactLayout } from './edifact/describe.ts';
import { edifactFormat } from './edifact/format.ts';
import type { LoadedFormat } from './interface.ts';
import { xmlFormat } from './xml/format.ts';

/** Nothing that a description could build on. */
const alone: Beside = { guide: () => undefined, directory: () => undefined };

/**
 * The format that a file describes. `file`: its path, for findings. `beside`: the texts of formats and directories that it may
 * name. Never throws for what the text says.
 */
export function describedFormat(text: string, file: string, beside: Beside = alone): LoadedFormat {
  const { description, source, findings } = readDescription(text, file);
  if (description === undefined) return { findings };
  const made = (format: LoadedFormat['format'], more: LoadedFormat['findings']): LoadedFormat => ({
    ...(format === undefined ? {} : { format }),
    findings: [...findings, ...more],
  });
  if (description.syntax === 'xml') {
    const { root, findings: more } = readXmlTree(source, description);
    return made(root && xmlFormat({ description, root }, hashOf(text)), more);
  }
  if (description.syntax === 'edifact') {
    const { layout, texts, findings: more } = edifactLayout(source, description, beside);
    return made(layout && edifactFormat(layout, hashOf(text, ...texts)), more);
  }
  const { layout, findings: more } = csvLayout(source, description);
  return made(layout && csvFormat(layout, hashOf(text)), more);
}
