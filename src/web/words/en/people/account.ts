const some = (count: number): string => (count === 1 ? 'One session' : `${count} sessions`);

export const account = {
  title: (may: string) => `You may ${may}.`,
  loggedInAs: (name: string) => `You are logged in as ${name}.`,
  isSystem: (name: string) => `You are logged in by a link, as the account ${name} of the system.`,
  isMasked: 'Documents are shown masked to you.',
  sessionsOpen: (count: number) => `${some(count)} of yours ${count === 1 ? 'is' : 'are'} open.`,
  sessions: 'Where you are logged in',
  columns: ['Browser', 'From', 'Since', 'Last used'],
  thisOne: 'this one',
  browser: (agent: string) => nameBrowser(agent) ?? 'another program',
  changePassword: 'Change password…',
  changePasswordTitle: 'Change your password',
  passwordHint:
    'At least 12 characters; a sentence is easier to remember than symbols. Your other sessions end.',
  currentPassword: 'Password until now',
  setPassword: 'Change the password',
  passwordChanged: 'Your password is changed. Your other sessions have ended.',
};

/** `Firefox, Windows`; undefined: no browser that is known. */
export function nameBrowser(agent: string): string | undefined {
  const browser = /(Edg|Firefox|Chrome|Safari)[A-Za-z]*\//.exec(agent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Macintosh|Linux)/.exec(agent)?.[1];
  if (browser === undefined) return undefined;
  return [browser === 'Edg' ? 'Edge' : browser, system === 'Macintosh' ? 'macOS' : system]
    .filter(Boolean)
    .join(', ');
}
