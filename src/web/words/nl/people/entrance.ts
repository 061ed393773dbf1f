import type { Words } from '../../en.ts';

export const entrance: Words['entrance'] = {
  loginTitle: 'Inloggen',
  stillOpen: 'De gateway gaf geen antwoord: misschien bent u daar nog ingelogd. Log nog eens in en uit.',
  noLogin: 'Geen account, of wachtwoord vergeten? Een beheerder van de gateway maakt een link voor u.',
  welcome: (name) => `Welkom, ${name}.`,
  choosePassword: 'Kies een wachtwoord van minstens 12 tekens. De link werkt één keer.',
  setPassword: 'Wachtwoord instellen en inloggen',
  linkSpent: 'Deze link is al gebruikt of te oud.',
  linkSpentHint:
    'Vraag een beheerder om een nieuwe: de pagina van gebruikers maakt ze, en `gateway user link NAAM` ook.',
};
