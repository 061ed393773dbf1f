import { explainFailure } from '../../findings/localized-error.ts';
import type { FileLook } from '../../tree/xml/not-xml.ts';
import type { Finding } from '../../types.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import type { ReadNearby } from '../describe/referenced-texts.ts';
import type { XmlDescription } from './description.ts';
import { type DocumentXsd, loadDocumentXsd } from './document-xsd.ts';
import { xmlSentence } from './findings/sentences.ts';
import { readXmlTree, type XmlNode } from './read-tree.ts';

/** A format of own XML, read and found right. */
export interface XmlLayout {
  readonly description: XmlDescription;
  readonly root: XmlNode;
  /** Documents are held against it instead of the tree. */
  readonly xsd?: DocumentXsd;
  /** How files of other syntaxes begin, to be told where XML is expected. */
  readonly fileLooks: readonly FileLook[];
}

/** A layout, or findings on the description with their places. */
export function buildXmlLayout(
  source: DescriptionSource,
  description: XmlDescription,
  readNearby: ReadNearby,
  fileLooks: readonly FileLook[],
): { readonly layout?: XmlLayout; readonly findings: readonly Finding[] } {
  const { root, findings: ofTree } = readXmlTree(source, description);
  const { xsd, findings: ofXsd } = loadNamedXsd(source, description, readNearby);
  const findings = [...ofTree, ...ofXsd];
  if (root === undefined || ofXsd.length > 0) return { findings };
  return { layout: { description, root, fileLooks, ...(xsd === undefined ? {} : { xsd }) }, findings };
}

function loadNamedXsd(
  source: DescriptionSource,
  { xsd }: XmlDescription,
  readNearby: ReadNearby,
): { readonly xsd?: DocumentXsd; readonly findings: readonly Finding[] } {
  if (xsd === undefined) return { findings: [] };
  try {
    return { xsd: loadDocumentXsd(xsd, readNearby), findings: [] };
  } catch (error) {
    const why = explainFailure(error)[source.language];
    return { findings: [source.findingAt(xmlSentence('format-xsd/unusable'), ['xsd'], { xsd, why })] };
  }
}
