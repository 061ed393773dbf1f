import { Command, InvalidArgumentError, Option } from 'commander';
import type { Role, UserChange } from '../../journal/journal.ts';
import {
  addUser,
  addUserLink,
  changeUser,
  logOutUser,
  removeUser,
} from '../../operator/users/manage-users.ts';
import { addToken, removeToken } from '../../operator/users/script-tokens.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { parseWholeNumber } from '../kit/journal-options.ts';
import { auditCommand, listCommand } from './user-lists.ts';
import { changeUsers, openUserSite, printLink, printUserResult, systemActor } from './user-site.ts';

const roles = ['read', 'operate', 'administer'] as const;

export function userCommand(): Command {
  return new Command('user')
    .addCommand(addCommand())
    .addCommand(linkCommand())
    .addCommand(listCommand())
    .addCommand(roleCommand())
    .addCommand(switchCommand('mask', 'show a user documents masked from now on', { masked: true }))
    .addCommand(switchCommand('unmask', 'show a user documents as they are', { masked: false }))
    .addCommand(switchCommand('disable', 'keep a user from logging in; sessions end', { disabled: true }))
    .addCommand(switchCommand('enable', 'let a disabled user log in again', { disabled: false }))
    .addCommand(removeCommand())
    .addCommand(logOutCommand())
    .addCommand(tokenCommand())
    .addCommand(auditCommand());
}

interface ConfigOption {
  readonly config: string;
}

const roleOption = (): Option =>
  new Option('--role <role>', 'read: see. operate: see and decide. administer: everything')
    .choices(roles)
    .makeOptionMandatory();

const reasonOption = (): Option => new Option('--reason <text>', 'why; it is kept in the audit').default('');

function addCommand(): Command {
  return addConfigOption(new Command('add'))
    .description(
      'add a user, and print the link by which that one sets a password; it works once, for 15 minutes',
    )
    .argument('<name>', 'small letters, digits, dots, hyphens, underscores and @')
    .addOption(roleOption())
    .option('--masked', 'show documents masked', false)
    .action(
      async (name: string, { config, role, masked }: ConfigOption & { role: Role; masked: boolean }) => {
        const site = await openUserSite(config);
        const added = await changeUsers(site, (access) =>
          addUser(access, { name, role, masked }, systemActor()),
        );
        printLink(name, added, site);
      },
    );
}

function linkCommand(): Command {
  return addConfigOption(new Command('link'))
    .description('print a link by which a user sets another password; it works once, for 15 minutes')
    .argument('<name>')
    .action(async (name: string, { config }: ConfigOption) => {
      const site = await openUserSite(config);
      const made = await changeUsers(site, (access) => addUserLink(access, name, systemActor()));
      printLink(name, made, site);
    });
}

function roleCommand(): Command {
  return addConfigOption(new Command('role'))
    .description('change what a user may; the sessions of that user end')
    .argument('<name>')
    .argument('<role>', roles.join(', '), parseRole)
    .addOption(reasonOption())
    .action(async (name: string, role: Role, { config, reason }: ConfigOption & { reason: string }) => {
      await change(config, name, { role }, reason);
    });
}

function parseRole(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw new InvalidArgumentError(`Say one of ${roles.join(', ')}.`);
  return role;
}

function switchCommand(name: string, about: string, what: UserChange): Command {
  return addConfigOption(new Command(name))
    .description(about)
    .argument('<name>')
    .addOption(reasonOption())
    .action(async (user: string, { config, reason }: ConfigOption & { reason: string }) => {
      await change(config, user, what, reason);
    });
}

async function change(config: string, name: string, what: UserChange, reason: string): Promise<void> {
  const site = await openUserSite(config);
  const changed = await changeUsers(site, (access) => changeUser(access, name, what, systemActor(), reason));
  printUserResult(`user ${name}`, changed, site.language);
}

function removeCommand(): Command {
  return addConfigOption(new Command('remove'))
    .description('remove a user; the last administrator stays')
    .argument('<name>')
    .addOption(reasonOption())
    .action(async (name: string, { config, reason }: ConfigOption & { reason: string }) => {
      const site = await openUserSite(config);
      const removed = await changeUsers(site, (access) => removeUser(access, name, systemActor(), reason));
      printUserResult(`user ${name}`, removed, site.language);
    });
}

function logOutCommand(): Command {
  return addConfigOption(new Command('log-out'))
    .description('end all sessions of a user, or of everybody')
    .argument('[name]')
    .option('--all', 'of everybody', false)
    .action(async (name: string | undefined, { config, all }: ConfigOption & { all: boolean }) => {
      if ((name === undefined) !== all) throw new Error('Say whose sessions end: a name, or --all.');
      const site = await openUserSite(config);
      const ended = await changeUsers(site, (access) => logOutUser(access, name, systemActor()));
      printUserResult(['log-out', name].filter(Boolean).join(' '), ended, site.language);
    });
}

interface TokenOptions extends ConfigOption {
  readonly role?: Role;
  readonly days: number;
  readonly remove: boolean;
}

const day = 86_400_000;

function parseDays(text: string): number {
  const days = parseWholeNumber(text);
  if (days < 1 || days > 36_500) throw new InvalidArgumentError('It must be from 1 to 36500.');
  return days;
}

function tokenCommand(): Command {
  return addConfigOption(new Command('token'))
    .description(
      'make a token for a script (Authorization: Bearer TOKEN), which is shown this once; or take it away',
    )
    .argument('<name>', 'of the script')
    .addOption(new Option('--role <role>', 'what it may').choices(roles))
    .option('--days <number>', 'until it expires', parseDays, 365)
    .option('--remove', 'take it away', false)
    .action(async (name: string, { config, role, days, remove }: TokenOptions) => {
      if (!remove && role === undefined)
        throw new Error('Say what the token may with --role, or --remove it.');
      const site = await openUserSite(config);
      const by = systemActor();
      const result = await changeUsers(site, (access) =>
        remove
          ? removeToken(access, name, by)
          : addToken(access, { name, role: role ?? 'read', lasts: days * day }, by),
      );
      printUserResult(`token ${name}`, result, site.language);
      if ('token' in result) console.log(String(result.token));
    });
}
