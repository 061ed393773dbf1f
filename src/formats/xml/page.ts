import {
  renderConstraints,
  renderDescriptionPage,
  renderNumberMarks,
  renderRow,
} from '../describe/description-page.ts';
import type { Format } from '../document-format.ts';
import type { XmlDescription } from './description.ts';
import type { XmlLayout } from './layout.ts';
import type { XmlNode } from './read-tree.ts';

export const renderXmlPage = ({ description, root }: XmlLayout, format: Format): string =>
  renderDescriptionPage({
    format,
    extension: description.extension,
    files: 'XML',
    settings: renderSettings(description),
    place: 'element',
    rows: renderElementRows(root, ''),
    example: { isShort: true },
  });

const renderSettings = ({ encoding, namespaces, numbers, documents }: XmlDescription): readonly string[] => [
  `Encoding: ${encoding}, where the file declares none.`,
  ...Object.entries(namespaces).map(
    ([prefix, uri]) => `Namespace ${prefix === '' ? 'without a prefix' : `\`${prefix}\``}: \`${uri}\`.`,
  ),
  renderNumberMarks(numbers),
  documents === 'file' ? 'A file is one document.' : `Each \`${documents.element}\` is one document.`,
];

function renderElementRows(node: XmlNode, above: string): readonly string[] {
  const path = `${above}${node.name}`;
  const isGroup = node.children.length > 0;
  const several = node.max > 1 ? ' (several)' : '';
  return [
    renderRow(
      `${isGroup ? `**${path}**` : path}${several}`,
      `\`${node.name}\``,
      node.required,
      isGroup ? '' : renderConstraints(node),
    ),
    ...node.attributes.map((one) =>
      renderRow(`${path}/@${one.name}`, `attribute \`${one.name}\``, one.required, renderConstraints(one)),
    ),
    ...node.children.flatMap((child) => renderElementRows(child, `${path}/`)),
  ];
}
