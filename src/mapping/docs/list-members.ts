import type { Formats } from '../../formats/document-format.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import type { Shape, ShapeChild } from '../../tree/nodes/shape.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { MappingPosition } from '../files/mapping-problem.ts';
import type { Rule } from '../language/rule-types.ts';
import { buildSourceShape, buildTargetShape } from '../models/document-models.ts';

/** Everything that there can be in a document that a mapping reads or writes. */
export interface DocumentMember {
  /** `lines[]/item/number`; attributes as `@unitCode`. */
  readonly path: string;
  /** `decimal`; empty for what has members of its own. */
  readonly type: string;
  /** `1`, `0..1`, `0..n` or `1..n`: inside what holds it. */
  readonly count: string;
  /** The rules that fill it, first choice first; empty: none. */
  readonly rules: readonly MappingPosition[];
  /** It has members that are not listed: they are deeper than was asked for, or the same as above. */
  readonly more: boolean;
}

/** So many steps below the document are listed where no rule reaches deeper: UBL has no end. */
const usualDepth = 2;

/** Of the target, with the rules that fill each member. */
export function listTargetMembers(
  { program, to }: FileMapping,
  formats: Formats,
  depth = usualDepth,
): readonly DocumentMember[] {
  const shape = buildTargetShape(to, formats);
  return shape === undefined
    ? []
    : new MemberLister(collectRulesByPath(program.target), depth).below(shape, '', []);
}

/** Of the source. */
export function listSourceMembers(
  { from }: FileMapping,
  formats: Formats,
  depth = usualDepth,
): readonly DocumentMember[] {
  const shape = buildSourceShape(from, formats)?.context.shape;
  return shape === undefined ? [] : new MemberLister(new Map(), depth).below(shape, '', []);
}

class MemberLister {
  readonly #rules: ReadonlyMap<string, readonly MappingPosition[]>;
  readonly #depth: number;

  constructor(rules: ReadonlyMap<string, readonly MappingPosition[]>, depth: number) {
    this.#rules = rules;
    this.#depth = depth;
  }

  /** `above`: the shapes on the way here; UBL's aggregates contain one another. */
  below(shape: Shape, path: string, above: readonly Shape[]): readonly DocumentMember[] {
    const attributes = shape.attributes.map(({ name, type, required }): DocumentMember => {
      const own = extendPath(path, `@${name}`);
      return { path: own, type, count: required ? '1' : '0..1', rules: this.#rulesFor(own), more: false };
    });
    return [...attributes, ...shape.children.flatMap((child) => this.#child(child, path, [...above, shape]))];
  }

  #child(
    { shape, many, required }: ShapeChild,
    path: string,
    above: readonly Shape[],
  ): readonly DocumentMember[] {
    const own = extendPath(path, shape.name) + (many ? '[]' : '');
    const members = this.#opens(shape, own, above) ? this.below(shape, own, above) : undefined;
    const member: DocumentMember = {
      path: own,
      type: shape.type ?? '',
      count: `${required ? '1' : '0'}..${many ? 'n' : '1'}`.replace('1..1', '1'),
      rules: this.#rulesFor(own),
      more: members === undefined && shape.children.length > 0,
    };
    return [member, ...(members ?? [])];
  }

  #rulesFor(path: string): readonly MappingPosition[] {
    return this.#rules.get(path.replaceAll('[]', '')) ?? [];
  }

  #opens(shape: Shape, path: string, above: readonly Shape[]): boolean {
    const start = `${path.replaceAll('[]', '')}/`;
    const isFilled = [...this.#rules.keys()].some((one) => one.startsWith(start));
    return isFilled || (above.length < this.#depth && !above.includes(shape));
  }
}

/** The places of the rules that make a value or an object, by path without `[]`: one rule may make one of several. */
function collectRulesByPath(target: Rule): ReadonlyMap<string, readonly MappingPosition[]> {
  const found = new Map<string, MappingPosition[]>();
  const note = (path: string, { line, column, file }: MappingPosition) =>
    found.set(path, [...(found.get(path) ?? []), { line, column, ...(file === undefined ? {} : { file }) }]);
  const look = (rule: Rule, path: string): void => {
    if (rule.kind === 'each') look(rule.item, path);
    else if (rule.kind === 'list') for (const item of rule.items) look(item, path);
    else {
      if (path !== '') note(path, rule);
      if (rule.kind === 'object')
        for (const [name, member] of rule.members) look(member, extendPath(path, name));
      for (const [name, attribute] of rule.attributes) look(attribute, extendPath(path, `@${name}`));
    }
    for (const other of rule.otherwise) look(other, path);
  };
  look(target, '');
  return found;
}
