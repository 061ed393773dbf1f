import { basename } from 'node:path';
import { Command } from 'commander';
import { openFormats } from '../../formats/open-formats.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { findMembers, type MeantMember } from '../../workbench/overlay/find-members.ts';
import { resolveNamedMapping } from '../../workbench/overlay/named-mapping.ts';
import { renderTable } from '../kit/command-kit.ts';
import { folderOption, loadMappingOrPrint } from '../kit/mapping-options.ts';

interface Options {
  readonly mappings?: string;
  readonly all: boolean;
  readonly unfilled: boolean;
}

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
      const named = resolveNamedMapping(said, options.mappings);
      const { formats, dispose } = openFormats({}, named.folders);
      const mapping = loadMappingOrPrint(named, formats);
      if (mapping !== undefined) {
        const asked = { side, word, all: options.all, unfilled: options.unfilled };
        printMembers(mapping, side, findMembers(mapping, asked, named.folders, formats));
      }
      dispose();
    });
}

function printMembers(
  mapping: FileMapping,
  side: 'target' | 'source',
  members: readonly MeantMember[],
): void {
  if (members.length === 0) {
    console.log('Nothing of that kind.');
    return;
  }
  const some = members.slice(0, most);
  const lines = renderTable(some.map((member) => rowOf(member, mapping, side))).split('\n');
  console.log(heading(mapping, side));
  some.forEach(({ meaning }, at) => {
    console.log(lines[at] + (meaning === '' ? '' : `\n    ${meaning}`));
  });
  if (members.length > most) console.log(`and ${members.length - most} more: name a word to look for.`);
  if (some.some(({ more }) => more))
    console.log('\n…: it has members of its own. Name it as the word to see them.');
}

function heading({ name, file, from, to }: FileMapping, side: 'target' | 'source'): string {
  return side === 'source'
    ? `What ${from} can hold, and what becomes of it in ${name}.\n`
    : `What ${to} can hold, which rule of ${name} fills it (:LINE of ${file}), and what that corresponds to.\n`;
}

function rowOf(member: MeantMember, mapping: FileMapping, side: 'target' | 'source'): readonly string[] {
  const { path, count, type, more } = member;
  return [more ? `${path} …` : path, count, type, ...(side === 'target' ? [filledBy(member, mapping)] : [])];
}

function filledBy({ rules, count }: MeantMember, mapping: FileMapping): string {
  if (rules.length === 0) return count.startsWith('1') ? 'NO RULE, required' : 'no rule';
  return rules
    .map(({ file, line }) => `${file === undefined || file === mapping.file ? '' : basename(file)}:${line}`)
    .join(' ');
}
