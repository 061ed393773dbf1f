import { rmSync, statSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { fillTemplate } from '../../findings/create-finding.ts';
import { isGatewayRunning } from '../../journal/open/open-journal.ts';
import { addSystemLink } from '../../operator/users/manage-users.ts';
import { addConfigOption, resolveFromCaller } from '../kit/command-kit.ts';
import { type JournalWords, journalWords } from '../kit/journal-words.ts';
import { changeUsers, openUserSite, pagesLinkTo, printUserResult, systemActor } from './user-site.ts';

interface PagesOptions {
  readonly config: string;
  readonly file?: string;
}

export function pagesCommand(): Command {
  return addConfigOption(new Command('pages'))
    .description('print a link that opens the pages, logged in as this account of the system; it works once')
    .option(
      '--file <file>',
      'write it into a file that only this account may read (on Windows: who may read its folder), to be opened in a browser',
      resolveFromCaller,
    )
    .action(async ({ config, file }: PagesOptions) => {
      const site = await openUserSite(config);
      const words = journalWords(site.language);
      const { url, note } = site.pages;
      if (url === undefined) throw new Error(words[note]);
      if (file !== undefined && note !== undefined) throw new Error(words[note]);
      if ((await isGatewayRunning(site.journal)) === false) throw new Error(words.noGatewayForPages);
      const made = await changeUsers(site, (access) => addSystemLink(access, systemActor()));
      const link = pagesLinkTo(url, made.token);
      if (file !== undefined) return writeRedirect(file, link, words);
      printUserResult('pages', made, site.language);
      console.log(link);
      if (note !== undefined) console.log(words[note]);
    });
}

/** In the command line of a browser the list of processes would show the link to everybody. */
function writeRedirect(file: string, link: string, words: JournalWords): void {
  rmSync(file, { force: true });
  const page = `<!doctype html><meta http-equiv="refresh" content="0; url=${link}"><a href="${link}">Gateway</a>\n`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  console.log(fillTemplate(words.pagesFile, { file }));
  if ((statSync(file).mode & 0o077) !== 0) console.log(words.pagesFileShared);
}
