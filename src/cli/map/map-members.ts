import { basename } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../../formats/format-registry.ts';
import {
  type DocumentMember,
  listSourceMembers,
  listTargetMembers,
} from '../../mapping/docs/list-members.ts';
import type { FileMapping } from '../../mapping/load-mapping.ts';
import { type Meanings, readMeanings } from '../../mapping/tables/member-meanings.ts';
import { renderTable } from '../kit/command-kit.ts';
import { folderOption, loadMappingOrPrint, resolveNamedMapping } from '../kit/mapping-options.ts';

interface Options {
  readonly mappings?: string;
  readonly all: boolean;
  readonly unfilled: boolean;
}

/** Steps below the document among which a word is looked for. */
const searchDepth = 5;

/** Lines of one answer; whoever searches wants to read them. */
const most = 400;

export const targetCommand = (): Command =>
  membersCommand('target').option('--unfilled', 'only what no rule fills', false);

export const sourceCommand = (): Command => membersCommand('source');

function membersCommand(side: 'target' | 'source'): Command {
  return new Command(side)
    .argument('<mapping>', 'name of a mapping, or its file')
    .argument('[word]', 'only what has it in its path or meaning; then it is looked for deeper')
    .option(...folderOption)
    .option('--all', 'optional attributes too', false)
    .action((said: string, word: string | undefined, options: Options) => {
      const { formats, dispose } = openFormats({}, resolveNamedMapping(said, options.mappings).folders);
      const named = resolveNamedMapping(said, options.mappings);
      const mapping = loadMappingOrPrint(named, formats);
      if (mapping !== undefined) {
        const list = side === 'target' ? listTargetMembers : listSourceMembers;
        const meanings = readMeanings(mapping.name, side, named.folders);
        printMembers(mapping, side, list(mapping, formats, word === undefined ? undefined : searchDepth), {
          ...options,
          word,
          meanings,
        });
      }
      dispose();
    });
}

interface MemberQuestion extends Omit<Options, 'mappings'> {
  readonly word: string | undefined;
  readonly meanings: Meanings;
}

function printMembers(
  mapping: FileMapping,
  side: 'target' | 'source',
  members: readonly DocumentMember[],
  asked: MemberQuestion,
): void {
  const shown = members.filter((member) => isShown(member, asked));
  if (shown.length === 0) {
    console.log('Nothing of that kind.');
    return;
  }
  const some = shown.slice(0, most);
  const lines = renderTable(some.map((member) => rowOf(member, mapping, side))).split('\n');
  console.log(heading(mapping, side));
  some.forEach((member, at) => {
    const meaning = meaningOf(member, asked.meanings);
    console.log(lines[at] + (meaning === '' ? '' : `\n    ${meaning}`));
  });
  if (shown.length > most) console.log(`and ${shown.length - most} more: name a word to look for.`);
  if (some.some(({ more }) => more))
    console.log('\n…: it has members of its own. Name it as the word to see them.');
}

function heading({ name, file, from, to }: FileMapping, side: 'target' | 'source'): string {
  return side === 'source'
    ? `What ${from} can hold, and what becomes of it in ${name}.\n`
    : `What ${to} can hold, which rule of ${name} fills it (:LINE of ${file}), and what that corresponds to.\n`;
}

function isShown(member: DocumentMember, { word, all, unfilled, meanings }: MemberQuestion): boolean {
  if (unfilled && member.rules.length > 0) return false;
  if (word !== undefined) return isMeant(member, word.toLowerCase(), meanings);
  return all || member.rules.length > 0 || member.count.startsWith('1') || !/@\w+$/.test(member.path);
}

/** Its own name or its meaning has the word, or it stands below the path that was named. */
function isMeant(member: DocumentMember, word: string, meanings: Meanings): boolean {
  const path = member.path.replaceAll('[]', '').toLowerCase();
  const own = path.slice(path.lastIndexOf('/') + 1);
  return (
    own.includes(word) ||
    path.startsWith(`${word}/`) ||
    meaningOf(member, meanings).toLowerCase().includes(word)
  );
}

const meaningOf = ({ path }: DocumentMember, meanings: Meanings): string =>
  meanings.get(path.replaceAll('[]', '')) ?? '';

function rowOf(member: DocumentMember, mapping: FileMapping, side: 'target' | 'source'): readonly string[] {
  const { path, count, type, more } = member;
  return [more ? `${path} …` : path, count, type, ...(side === 'target' ? [filledBy(member, mapping)] : [])];
}

function filledBy({ rules, count }: DocumentMember, mapping: FileMapping): string {
  if (rules.length === 0) return count.startsWith('1') ? 'NO RULE, required' : 'no rule';
  return rules
    .map(({ file, line }) => `${file === undefined || file === mapping.file ? '' : basename(file)}:${line}`)
    .join(' ');
}
