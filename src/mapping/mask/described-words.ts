import { isPair, isScalar, type Pair, parseDocument, visit } from 'yaml';
import { listWords } from '../../tree/privacy/pseudonyms.ts';
import { delivered } from './harmless.ts';

/** Words by which a file of records is read: tags, headings and names of fields, and what the delivered descriptions say at all. */
export function describedWords({
  path,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): readonly string[] {
  if (path.startsWith(delivered)) return listWords(text.replace(/(^|\s)#.*$/gm, ''));
  return /\.ya?ml$/i.test(path) ? namesIn(text) : tagsIn(text);
}

/** Of an own description without its name, its remarks, and what is meant by an empty field. */
function namesIn(text: string): readonly string[] {
  const found: string[] = [];
  visit(parseDocument(text, { schema: 'failsafe' }), {
    Scalar(_, node, path) {
      const keys = path
        .filter((one): one is Pair => isPair(one))
        .map(({ key }) => String(isScalar(key) ? key.value : key));
      if (!keys.some((key) => values.test(key))) found.push(...listWords(String(node.value ?? '')));
    },
  });
  return found;
}

const values = /^(format|guide|xsd|parser|\$?empty|default|namespaces)$/;

/** A report of SAP describes its fields in sentences: segments and fields are in capitals. */
const tagsIn = (text: string): readonly string[] =>
  listWords((text.match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? []).join(' '));
