import { renderSuggestion } from '../../../findings/nearest-names.ts';
import type { Finding, Language } from '../../../types.ts';
import type { YamlPath } from '../../../yaml/yaml-source.ts';
import { commonSentence } from '../../describe/common-sentences.ts';
import type { TreeName } from '../../describe/description-nodes.ts';
import type { DescriptionSource } from '../../describe/description-source.ts';
import { isMap, TreeEntries, type TreeMembers } from '../../describe/tree-entries.ts';
import { edifactUseSchema } from '../description.ts';
import { edifactSentence } from '../findings/sentences.ts';
import type { Directory } from './directory.ts';
import type { ElementUse, GroupMember, SegmentMember, StructureMember } from './message-structure.ts';

export interface NarrowedStructure {
  readonly members: readonly StructureMember[];
  readonly findings: readonly Finding[];
}

/** A structure as `tree:` of a partner's guide narrows it: what it does not name is outside the guide. */
export function narrowStructure(
  members: readonly StructureMember[],
  directory: Directory,
  source: DescriptionSource,
  tree: TreeMembers,
): NarrowedStructure {
  const narrower = new Narrower(source, directory);
  const made = narrower.members(members, tree, ['tree']);
  return { members: made, findings: narrower.findings };
}

class Narrower {
  readonly #entries: TreeEntries;
  readonly #directory: Directory;
  readonly #language: Language;

  constructor(source: DescriptionSource, directory: Directory) {
    this.#directory = directory;
    this.#language = source.language;
    this.#entries = new TreeEntries(source, {
      name: edifactSentence('format-tree/segment-name'),
      twice: commonSentence('format-tree/twice-needless'),
    });
  }

  get findings(): readonly Finding[] {
    return this.#entries.findings;
  }

  members(
    members: readonly StructureMember[],
    tree: TreeMembers,
    path: YamlPath,
  ): readonly StructureMember[] {
    const given = new Map(this.#entries.list(tree, path).map((entry) => [entry.name.name, entry] as const));
    for (const { name, path: at } of given.values())
      if (!members.some((one) => one.name === name.name))
        this.#entries.report(edifactSentence('format-tree/not-in-structure'), at, {
          ...{ name: name.name },
          todo: this.#suggest(
            name.name,
            members.map((one) => one.name),
          ),
        });
    return members.map((member, n) => {
      const entry = given.get(member.name);
      // a trigger that is not named is as the structure has it
      if (entry === undefined) return n === 0 && path.length > 1 ? member : markOutside(member);
      const value = isMap(entry.value) ? entry.value : {};
      const occurs = this.#occurs(member, entry.name, entry.path);
      if (member.kind === 'segment')
        return { ...member, ...occurs, ...this.#uses(member, value, entry.path) };
      return { ...member, ...occurs, members: this.members(member.members, value, entry.path) };
    });
  }

  /** A guide may ask for more, and allow less. */
  #occurs(
    member: StructureMember,
    { required, max, name }: TreeName,
    path: YamlPath,
  ): Pick<StructureMember, 'required' | 'max'> {
    const wanted = max === Number.POSITIVE_INFINITY ? member.max : max;
    if (wanted > member.max)
      this.#entries.report(edifactSentence('format-tree/too-often'), path, { name, most: member.max });
    return { required: required || (member.required && member.kind === 'segment'), max: wanted };
  }

  #uses(
    { tag }: SegmentMember,
    value: TreeMembers,
    path: YamlPath,
  ): { readonly uses?: ReadonlyMap<string, ElementUse> } {
    const known = (this.#directory.segments.get(tag)?.slots ?? []).flatMap(({ name, isComposite, parts }) =>
      isComposite ? parts.map((part) => `${name}/${part.name}`) : [name],
    );
    const uses = Object.entries(value).flatMap(([key, said]): readonly (readonly [string, ElementUse])[] => {
      const at = [...path, key];
      const element = key.replace(/!$/, '');
      if (!known.includes(element)) {
        const todo = this.#suggest(element, [...new Set(known)]);
        this.#entries.report(edifactSentence('format-tree/no-element'), at, { tag, name: element, todo });
        return [];
      }
      const use = this.#use(said, at);
      return use === undefined ? [] : [[element, { ...use, required: key.endsWith('!') }]];
    });
    return uses.length === 0 ? {} : { uses: new Map(uses) };
  }

  #use(said: unknown, path: YamlPath): Omit<ElementUse, 'required'> | undefined {
    const shape = Array.isArray(said) ? { codes: said } : typeof said === 'string' ? { type: said } : said;
    const data = this.#entries.parse(edifactUseSchema, shape ?? {}, path);
    if (data === undefined) return undefined;
    const { codes, default: absent, type, maxLength } = data;
    return {
      ...(codes === undefined ? {} : { codes }),
      ...(absent === undefined ? {} : { default: absent }),
      ...(type === undefined ? {} : { type }),
      ...(maxLength === undefined ? {} : { maxLength }),
    };
  }

  #suggest(name: string, known: readonly string[]): string {
    return renderSuggestion(name, known, 'names', this.#language);
  }
}

/** Members that a guide does not name are allowed, with a finding. */
function markOutside<M extends StructureMember>(member: M): M {
  const mark = { outside: true, required: isMandatory(member) } as const;
  return { ...member, ...mark };
}

/** Segments that no message of the type can lack stay so. */
const isMandatory = (member: SegmentMember | GroupMember): boolean =>
  member.kind === 'segment' && member.required;
