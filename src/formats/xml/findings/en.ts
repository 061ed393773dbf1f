import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { XmlFindingCode } from './codes.ts';

/** What is said of own XML, in English. `{name}` takes a value. */
export const xmlTextsEn: FindingMessages<XmlFindingCode> = {
  'xml-root-other': [
    'The root element is `{name}`{namespace}; the format has `{expected}`{wanted}.',
    'Check which export writes into this folder, or correct `tree:` and `namespaces:` of the format.',
  ],
  'xml-between-documents': [
    'Something stands between two documents: `{value}`.',
    'Let the export write the documents one after the other; what belongs to all of them stands before the first or behind the last.',
  ],
  'xml-by-xsd': [
    'The XSD of the format does not allow this: {what}',
    'Have the export write it as the XSD says; if the XSD is not the one of this export, name the right one under `xsd:` of the format.',
  ],
  'xml-not-described': [
    'The format does not know `{name}` in `{parent}`.',
    'Add it to the tree of the format; as it is, no mapping can read it.',
  ],
  'xml-text-beside': [
    'Beside the elements of `{parent}` stands a text: `{value}`.',
    'Let the export write it into an element; as it is, no mapping reads it.',
  ],
  'xml-value-mixed': [
    '`{name}` has elements beside its value: `{value}`.',
    'Let the export write the value alone, or describe what stands in it in the tree of the format.',
  ],
  'xml-attribute-empty': [
    '`{parent}` has no attribute `{name}`.',
    'Let the export write it; the format says that it must be there.',
  ],
};
