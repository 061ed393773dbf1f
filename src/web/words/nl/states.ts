import type { Words } from '../en.ts';

export const states: Words['states'] = {
  loading: 'Laden',
  notFound: 'Deze pagina bestaat niet.',
  toOverview: 'Naar het overzicht',
  notLoaded: 'Deze pagina kon niet worden geladen.',
  notLoadedHint: 'De gateway antwoordt niet, of heeft een nieuwe versie sinds u hem opende. Laad opnieuw.',
  failed: 'De gateway kon dit niet beantwoorden.',
  failedHint: 'De fout ligt bij ons. Er is niets veranderd.',
  details: 'Gegevens voor support',
  copy: 'Kopiëren',
  copied: 'Gekopieerd.',
  noAnswer: 'De gateway antwoordt niet.',
  unknownEnd:
    'De gateway heeft niet geantwoord. Het kan toch gedaan zijn: kijk na voordat u het nog eens doet.',
  triesItself: 'Het wordt vanzelf opnieuw gevraagd; u hoeft hier niets te doen.',
  tryAgain: 'Probeer opnieuw',
  whoMay: 'Een beheerder kan u die geven.',
  lost: (time) => `Geen verbinding met de gateway sinds ${time}.`,
  typedIsKept: 'Wat u typte blijft bewaard.',
  loginAgain: (name) => `Log opnieuw in, ${name}`,
  sessionOver: 'Uw sessie is afgelopen. Wat u typte blijft bewaard.',
  linkOver: 'U kwam binnen met een link, zonder wachtwoord: `gateway pages` maakt een nieuwe.',
  name: 'Naam',
  password: 'Wachtwoord',
  newPassword: 'Nieuw wachtwoord',
  logIn: 'Inloggen',
};
