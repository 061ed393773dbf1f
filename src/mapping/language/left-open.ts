import { type OpenPart, openPartNames, ownNamespace } from '../../tree/open-parts.ts';
import type { Mapping } from '../mapping.ts';
import type { Program, Rule } from './rule-types.ts';

/**
 * What a chain of mappings leaves open at its end: what one of them may leave open and none behind it closes. Pure; of the
 * mappings alone, whatever a document says. The last one of a chain to the exchange, or the XML route, must find nothing open.
 */
export function listLeftOpen(chain: readonly Pick<Mapping, 'opens' | 'closes'>[]): readonly OpenPart[] {
  const open = chain.reduce<readonly OpenPart[]>(
    (before, { opens, closes }) => [...before.filter((part) => !closes.includes(part)), ...opens],
    [],
  );
  return openPartNames.filter((part) => open.includes(part));
}

/** The parts that a mapping's own rules write as open: those they name, or all where they do not say which. */
export function listOpenable({ target, namespaces }: Program): readonly OpenPart[] {
  const isOpen = (name: string): boolean => {
    const [prefix = '', local] = name.split(':');
    return local === 'open' && namespaces.get(prefix) === ownNamespace;
  };
  const said = listOpenRules(target, isOpen).map(textOf);
  return openPartNames.filter((part) => said.some((text) => listNamedParts(text).includes(part)));
}

/** The leaves of the members that `isOpen` knows, at any depth. */
function listOpenRules(rule: Rule, isOpen: (name: string) => boolean, inside = false): readonly LeafRule[] {
  const below = (one: Rule, within = inside) => listOpenRules(one, isOpen, within);
  const otherwise = rule.otherwise.flatMap((one) => below(one));
  switch (rule.kind) {
    case 'leaf':
      return inside ? [rule, ...otherwise] : otherwise;
    case 'each':
      return [...below(rule.item), ...otherwise];
    case 'list':
      return [...rule.items.flatMap((one) => below(one)), ...otherwise];
    case 'object':
      return [...rule.members.flatMap(([name, one]) => below(one, inside || isOpen(name))), ...otherwise];
  }
}

type LeafRule = Extract<Rule, { readonly kind: 'leaf' }>;

const textOf = ({ from }: LeafRule): string => ('constant' in from ? `'${from.constant}'` : from.text);

/** The parts that an expression has as texts of its own; all of them where it has none. */
function listNamedParts(text: string): readonly string[] {
  const found = openPartNames.filter((part) => text.includes(`'${part}'`) || text.includes(`"${part}"`));
  return found.length === 0 ? openPartNames : found;
}

/** Elements that a document must have, and that may wait until a part is closed. */
export const postponableMembers: ReadonlyMap<string, OpenPart> = new Map([
  ['cac:OrderLine', 'lines'],
  ['cac:Item', 'values'],
]);
