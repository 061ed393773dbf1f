import type { Formats } from '../../formats/document-format.ts';
import {
  type DocumentMember,
  listSourceMembers,
  listTargetMembers,
} from '../../mapping/docs/list-members.ts';
import { listDutchWords } from '../../mapping/docs/member-words.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { type Meanings, readMeanings } from '../../mapping/tables/member-meanings.ts';

/** A member of a document, with what it means in words. */
export interface MeantMember extends DocumentMember {
  /** Empty where nobody has said it. */
  readonly meaning: string;
}

export interface MemberQuestion {
  readonly side: 'target' | 'source';
  /** Only what has it in its own name, in English or Dutch, or meaning, or stands below the path that it is; then it is looked for deeper. */
  readonly word?: string | undefined;
  /** Optional attributes too. */
  readonly all: boolean;
  /** Only what no rule fills. */
  readonly unfilled: boolean;
}

/** Steps below the document among which a word is looked for. */
const searchDepth = 5;

/** What the document of one side can hold. `folders`: where the table of meanings is looked for. */
export function findMembers(
  mapping: FileMapping,
  { side, word, all, unfilled }: MemberQuestion,
  folders: readonly string[],
  formats: Formats,
): readonly MeantMember[] {
  const list = side === 'target' ? listTargetMembers : listSourceMembers;
  const meanings = readMeanings(mapping.name, side, folders);
  const members = list(mapping, formats, word === undefined ? undefined : searchDepth);
  return members
    .map((member) => ({ ...member, meaning: meaningOf(member, meanings) }))
    .filter((member) => isShown(member, { word, all, unfilled }));
}

function isShown(member: MeantMember, { word, all, unfilled }: Omit<MemberQuestion, 'side'>): boolean {
  if (unfilled && member.rules.length > 0) return false;
  if (word !== undefined) return isMeant(member, word.toLowerCase());
  return all || member.rules.length > 0 || member.count.startsWith('1') || !/@\w+$/.test(member.path);
}

/** Its own name, which is English, or that in Dutch, or its meaning has the word, or it stands below the path that was named. */
function isMeant({ path: full, meaning }: MeantMember, word: string): boolean {
  const path = full.replaceAll('[]', '').toLowerCase();
  const own = path.slice(path.lastIndexOf('/') + 1);
  const names = [own, listDutchWords(full.slice(full.lastIndexOf('/') + 1)), meaning.toLowerCase()];
  return path.startsWith(`${word}/`) || names.some((one) => one.includes(word));
}

const meaningOf = ({ path }: DocumentMember, meanings: Meanings): string =>
  meanings.get(path.replaceAll('[]', '')) ?? '';
