import { cutText } from '../../findings/create-finding.ts';
import { isNode, itemText } from '../../tree/nodes/items.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Variables } from '../../tree/xpath/variables.ts';
import type { Finding, Language } from '../../types.ts';
import { childElements, locationOf } from '../xml/element-location.ts';
import { evaluateRule } from './rule-expressions.ts';
import type { SchematronRule, SchematronTest, TextPart } from './schematron-file.ts';

/** What a test of a rule says of an element. */
export function buildRuleFinding(
  test: SchematronTest,
  rule: SchematronRule,
  element: TreeElement,
  variables: Variables,
  language: Language,
): Finding {
  const say = (parts: readonly TextPart[]) =>
    joinSentence(parts.map((part) => renderPart(part, rule, element, variables, test.id)));
  const [subject] =
    test.subject === undefined ? [] : evaluateRule(test.subject, rule, element, variables, test.id);
  const node = subject !== undefined && isNode(subject) ? subject : element;
  const owner = node.nodeType === 2 || node.nodeType === 3 ? node.parentNode : element;
  const told = node.nodeType === 1 ? node : owner;
  const value = subject === undefined ? readLeafText(element) : itemText(subject).trim();
  return {
    code: test.id,
    severity: test.severity,
    message: say(test.texts[language].message),
    advice: say(test.texts[language].advice),
    ...locationOf(told, node.nodeType === 2 ? node.nodeName : undefined, language),
    ...(value === '' ? {} : { value: cutText(value, 200) }),
  };
}

/** What is not there is not quoted: "The embedded file holds …", never "The embedded file `` holds …". */
function joinSentence(parts: readonly string[]): string {
  // no document holds a NUL
  const marked = parts.map((part) => (part === '' ? '\0' : part)).join('');
  return marked.replaceAll(' `\0`', '').replaceAll('\0', '');
}

function readLeafText(element: TreeElement): string {
  return childElements(element).length === 0 ? itemText(element).trim() : '';
}

function renderPart(
  part: TextPart,
  rule: SchematronRule,
  element: TreeElement,
  variables: Variables,
  id: string,
): string {
  if (typeof part === 'string') return part;
  const items = evaluateRule(part.select, rule, element, variables, id);
  return cutText(items.map((item) => itemText(item).trim()).join(', '), 60);
}
