import { nameBrowser } from '../../en/people/account.ts';
import type { Words } from '../../en.ts';

export const account: Words['account'] = {
  title: (may) => `U mag ${may}.`,
  loggedInAs: (name) => `U bent ingelogd als ${name}.`,
  isSystem: (name) => `U bent ingelogd met een link, als het account ${name} van het systeem.`,
  isMasked: 'Documenten worden voor u gemaskeerd.',
  sessionsOpen: (count) => (count === 1 ? 'U hebt één sessie open.' : `U hebt ${count} sessies open.`),
  sessions: 'Waar u bent ingelogd',
  columns: ['Browser', 'Adres', 'Sinds', 'Laatst gebruikt'],
  thisOne: 'deze',
  browser: (agent) => nameBrowser(agent) ?? 'een ander programma',
  changePassword: 'Wachtwoord wijzigen…',
  changePasswordTitle: 'Uw wachtwoord wijzigen',
  passwordHint:
    'Minstens 12 tekens; een zin onthoudt u makkelijker dan leestekens. Uw andere sessies worden beëindigd.',
  currentPassword: 'Wachtwoord tot nu toe',
  setPassword: 'Wachtwoord wijzigen',
  passwordChanged: 'Uw wachtwoord is gewijzigd. Uw andere sessies zijn beëindigd.',
};
