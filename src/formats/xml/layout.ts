import type { XmlDescription } from '../describe/schema.ts';
import type { XmlNode } from '../describe/xml-tree.ts';
import type { DocumentXsd } from './xsd.ts';

/** A format of own XML, read and found right. */
export interface XmlLayout {
  readonly description: XmlDescription;
  readonly root: XmlNode;
  /** Documents are held against it instead of the tree. */
  readonly xsd?: DocumentXsd;
}
