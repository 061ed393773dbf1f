import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeText } from '../text.ts';
import { isWithin } from '../within.ts';
import { csvFormat } from './csv/format.ts';
import { csvLayout } from './csv/layout.ts';
import { hashOf, type LoadedDescription, readDescription } from './describe/load.ts';
import type { XmlDescription } from './describe/schema.ts';
import { readXmlTree } from './describe/xml-tree.ts';
import { type Beside, edifactLayout } from './edifact/describe.ts';
import { edifactFormat } from './edifact/format.ts';
import { fixedFormat } from './fixed/format.ts';
import { fixedLayout } from './fixed/layout.ts';
import { idocFormat } from './idoc/format.ts';
import { idocLayout } from './idoc/layout.ts';
import type { LoadedFormat } from './interface.ts';
import { xmlFormat } from './xml/format.ts';
import { type DocumentXsd, documentXsd, type Near } from './xml/xsd.ts';

/** Nothing that a description could build on. */
export const alone: Beside = { guide: () => undefined, directory: () => undefined };

/**
 * The format that a file describes. `file`: its path, for findings. `beside`: the texts of formats and directories that it may
 * name; `near`: files that lie beside it, on the disk by default. Never throws for what the text says.
 */
export function describedFormat(
  text: string,
  file: string,
  beside: Beside = alone,
  near: Near = nearOnDisk(file),
): LoadedFormat {
  const { description, source, findings } = readDescription(text, file);
  if (description === undefined) return { findings };
  const made = (format: LoadedFormat['format'], more: LoadedFormat['findings']): LoadedFormat => ({
    ...(format === undefined ? {} : { format }),
    findings: [...findings, ...more],
  });
  if (description.syntax === 'xml') {
    const { root, findings: more } = readXmlTree(source, description);
    const { xsd, findings: ofXsd } = xsdOf(description, source, near);
    const told = [...more, ...ofXsd];
    if (root === undefined || ofXsd.length > 0) return made(undefined, told);
    const layout = { description, root, ...(xsd === undefined ? {} : { xsd }) };
    return made(xmlFormat(layout, hashOf(text, ...(xsd === undefined ? [] : [xsd.hash]))), told);
  }
  if (description.syntax === 'edifact') {
    const { layout, texts, findings: more } = edifactLayout(source, description, beside);
    return made(layout && edifactFormat(layout, hashOf(text, ...texts)), more);
  }
  if (description.syntax === 'idoc') {
    const { layout, texts, findings: more } = idocLayout(source, description, beside, near);
    return made(layout && idocFormat(layout, hashOf(text, ...texts)), more);
  }
  if (description.syntax === 'fixed') {
    const { layout, findings: more } = fixedLayout(source, description);
    return made(layout && fixedFormat(layout, hashOf(text)), more);
  }
  const { layout, findings: more } = csvLayout(source, description);
  return made(layout && csvFormat(layout, hashOf(text)), more);
}

/** Files that lie beside a description. */
export const nearOnDisk =
  (file: string): Near =>
  (path) => {
    const beside = join(dirname(file), path);
    return existsSync(beside) && isWithin(dirname(file), beside)
      ? decodeText(readFileSync(beside))
      : undefined;
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
