import type { XmlDescription } from './description.ts';
import type { DocumentXsd } from './document-xsd.ts';
import type { XmlNode } from './read-tree.ts';

/** A format of own XML, read and found right. */
export interface XmlLayout {
  readonly description: XmlDescription;
  readonly root: XmlNode;
  /** Documents are held against it instead of the tree. */
  readonly xsd?: DocumentXsd;
}
