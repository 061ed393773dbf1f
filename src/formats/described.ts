import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { csvFormat } from './csv/format.ts';
import { csvLayout } from './csv/layout.ts';
import { hashOf, type LoadedDescription, readDescription } from './describe/load.ts';
import type { XmlDescription } from './describe/schema.ts';
import { readXmlTree } from './describe/xml-tree.ts';
import type { LoadedFormat } from './interface.ts';
import { xmlFormat } from './xml/format.ts';
import { type DocumentXsd, documentXsd, type Near } from './xml/xsd.ts';

/**
 * The format that a file describes. `file`: its path, for findings; `near`: files beside it, on the disk by default. Never throws
 * for what the text says.
 */
export function describedFormat(text: string, file: string, near: Near = besideOf(file)): LoadedFormat {
  const { description, source, findings } = readDescription(text, file);
  if (description === undefined) return { findings };
  const hash = hashOf(text);
  if (description.syntax === 'xml') {
    const { root, findings: more } = readXmlTree(source, description);
    const { xsd, findings: ofXsd } = xsdOf(description, source, near);
    const all = [...findings, ...more, ...ofXsd];
    if (root === undefined || all.some(({ severity }) => severity === 'error')) return { findings: all };
    if (xsd === undefined) return { format: xmlFormat({ description, root }, hash), findings: all };
    return { format: xmlFormat({ description, root, xsd }, hashOf(text, xsd.hash)), findings: all };
  }
  const { layout, findings: more } = csvLayout(source, description);
  const format = layout && csvFormat(layout, hash);
  return { ...(format === undefined ? {} : { format }), findings: [...findings, ...more] };
}

const besideOf =
  (file: string): Near =>
  (path) => {
    const beside = join(dirname(file), path);
    return existsSync(beside) ? readFileSync(beside, 'utf8') : undefined;
  };

function xsdOf(
  { xsd }: XmlDescription,
  source: LoadedDescription['source'],
  near: Near,
): { readonly xsd?: DocumentXsd; readonly findings: LoadedFormat['findings'] } {
  if (xsd === undefined) return { findings: [] };
  try {
    return { xsd: documentXsd(xsd, near), findings: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The XSD \`${xsd}\` cannot be used: ${why}.`;
    const advice = 'Put it beside the format, with all that it imports, or leave `xsd:` out.';
    return { findings: [source.finding('format-xsd', ['xsd'], message, advice)] };
  }
}
