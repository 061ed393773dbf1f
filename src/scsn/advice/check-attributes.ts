import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { TreeAttribute, TreeElement } from '../../tree/nodes/tree-node.ts';
import { attributeOf } from '../schemas/libxml.ts';
import type { ElementModel, LibxmlError } from '../schemas/schema-set.ts';
import { childElements, ownText } from '../xml/element-location.ts';
import type { ElementMatch } from './check-content.ts';
import { hasTypeForm, renderType } from './check-values.ts';
import type { ElementFault } from './element-fault.ts';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/** What is wrong with the attributes of an element. `unseen`: libxml2 did not look at it; else it found a fault there. */
export function checkAttributes(
  match: ElementMatch,
  errors: readonly LibxmlError[],
  unseen: boolean,
): readonly ElementFault[] {
  const { element, model } = match;
  const isWrong = (name: string, value: string, type: string) =>
    errors.some((error) => attributeOf(error) === name) || (unseen && !hasTypeForm(value, type));
  const declared = model.attributes.flatMap((attribute) => checkDeclared(element, attribute, isWrong) ?? []);
  return [...declared, ...element.attributes.flatMap((attribute) => checkUndeclared(match, attribute) ?? [])];
}

/**
 * The type that xsi:type names is not one the element may have; libxml2 does not look inside then. No type of UBL is derived
 * from the type of an element, so that only that one is right.
 */
export function checkXsiType(
  { element, model }: ElementMatch,
  errors: readonly LibxmlError[],
  unseen: boolean,
): ElementFault | undefined {
  const named = element.attributes.find(
    ({ localName, namespaceURI }) => localName === 'type' && namespaceURI === xsi,
  );
  if (named === undefined) return undefined;
  const isWrong = unseen && named.value.trim().replace(/^.*:/, '') !== model.typeName;
  if (!isWrong && !errors.some((error) => attributeOf(error) === 'type')) return undefined;
  const { nodeName: attribute, value } = named;
  return { element, code: 'element-type', values: { name: element.localName, attribute, value }, attribute };
}

function checkDeclared(
  element: TreeElement,
  { name: attribute, required, type }: ElementModel['attributes'][number],
  isWrong: (name: string, value: string, type: string) => boolean,
): ElementFault | undefined {
  const own = element.attributes.find(({ nodeName }) => nodeName === attribute);
  const values = { name: element.localName, attribute };
  if (own === undefined) {
    const example = exampleOf(attribute);
    return required ? { element, code: 'attribute-missing', values: { ...values, example } } : undefined;
  }
  if (!isWrong(attribute, own.value, type)) return undefined;
  const todo = buildPhrase(required ? 'correct' : 'correct-or-leave-out');
  const told = { ...values, value: own.value, wanted: renderType(type), todo };
  return { element, code: 'attribute-value', values: told, attribute };
}

/** Attributes of XML Schema that say nothing of the content, which every element may have. */
const locations: ReadonlySet<string> = new Set(['type', 'schemaLocation', 'noNamespaceSchemaLocation']);

function checkUndeclared(match: ElementMatch, own: TreeAttribute): ElementFault | undefined {
  const { element, model } = match;
  const { nodeName: attribute, localName, namespaceURI, value } = own;
  const name = element.localName;
  const allowed = model.attributes.map((declared) => declared.name);
  if (namespaceURI === xsi && locations.has(localName)) return undefined;
  if (namespaceURI === xsi && localName === 'nil')
    return { element, code: 'element-nil', values: { name, todo: renderWithoutNil(match) }, attribute };
  if (namespaceURI === null && allowed.includes(attribute)) return undefined;
  const list = allowed.length === 0 ? buildPhrase('none-allowed') : allowed.join(', ');
  return { element, code: 'attribute-unknown', values: { name, attribute, value, allowed: list }, attribute };
}

function renderWithoutNil({ element, required }: ElementMatch): Phrase {
  const isEmpty = childElements(element).length === 0 && ownText(element) === '';
  if (!isEmpty) return buildPhrase('nil-remove');
  return buildPhrase(required ? 'nil-fill' : 'nil-leave-out');
}

const examples: Readonly<Record<string, string | Phrase>> = {
  currencyID: 'currencyID="EUR"',
  unitCode: buildPhrase('example-unitCode'),
  mimeCode: 'mimeCode="application/pdf"',
};

function exampleOf(attribute: string): string | Phrase {
  return examples[attribute] ?? `${attribute}="…"`;
}
