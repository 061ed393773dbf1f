import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPathWithin } from '../system/path-containment.ts';
import { decodeSavedText } from '../text/text-file.ts';
import { buildCsvFormat } from './csv/build-format.ts';
import { buildCsvLayout } from './csv/layout.ts';
import { hashTexts, type LoadedDescription, parseDescription } from './describe/parse-description.ts';
import { noReferencedTexts, type ReadNearby, type ReferencedTexts } from './describe/referenced-texts.ts';
import type { LoadedFormat } from './document-format.ts';
import { buildEdifactFormat } from './edifact/build-format.ts';
import { buildEdifactLayout } from './edifact/build-layout.ts';
import { buildFixedFormat } from './fixed/build-format.ts';
import { buildFixedLayout } from './fixed/layout.ts';
import { buildIdocFormat } from './idoc/build-format.ts';
import { buildIdocLayout } from './idoc/layout.ts';
import { buildXmlFormat } from './xml/build-format.ts';
import type { XmlDescription } from './xml/description.ts';
import { type DocumentXsd, loadDocumentXsd } from './xml/document-xsd.ts';
import { readXmlTree } from './xml/read-tree.ts';

/**
 * The format that a file describes. `file`: its path, for findings. `beside`: the texts of formats and directories that it may
 * name; `near`: files that lie beside it, on the disk by default. Never throws for what the text says.
 */
export function buildDescribedFormat(
  text: string,
  file: string,
  beside: ReferencedTexts = noReferencedTexts,
  near: ReadNearby = readNearbyOnDisk(file),
): LoadedFormat {
  const { description, source, findings } = parseDescription(text, file);
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
    return made(buildXmlFormat(layout, hashTexts(text, ...(xsd === undefined ? [] : [xsd.hash]))), told);
  }
  if (description.syntax === 'edifact') {
    const { layout, texts, findings: more } = buildEdifactLayout(source, description, beside);
    return made(layout && buildEdifactFormat(layout, hashTexts(text, ...texts)), more);
  }
  if (description.syntax === 'idoc') {
    const { layout, texts, findings: more } = buildIdocLayout(source, description, beside, near);
    return made(layout && buildIdocFormat(layout, hashTexts(text, ...texts)), more);
  }
  if (description.syntax === 'fixed') {
    const { layout, findings: more } = buildFixedLayout(source, description);
    return made(layout && buildFixedFormat(layout, hashTexts(text)), more);
  }
  const { layout, findings: more } = buildCsvLayout(source, description);
  return made(layout && buildCsvFormat(layout, hashTexts(text)), more);
}

/** Files that lie beside a description. */
export const readNearbyOnDisk =
  (file: string): ReadNearby =>
  (path) => {
    const beside = join(dirname(file), path);
    return existsSync(beside) && isPathWithin(dirname(file), beside)
      ? decodeSavedText(readFileSync(beside))
      : undefined;
  };

function xsdOf(
  { xsd }: XmlDescription,
  source: LoadedDescription['source'],
  near: ReadNearby,
): { readonly xsd?: DocumentXsd; readonly findings: LoadedFormat['findings'] } {
  if (xsd === undefined) return { findings: [] };
  try {
    return { xsd: loadDocumentXsd(xsd, near), findings: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The XSD \`${xsd}\` cannot be used: ${why}.`;
    const advice = 'Put it beside the format, with all that it imports, or leave `xsd:` out.';
    return { findings: [source.finding('format-xsd', ['xsd'], message, advice)] };
  }
}
