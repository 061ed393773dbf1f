import type { Words } from '../en.ts';

export const drafts: Words['drafts'] = {
  otherWindow: 'U hebt dit concept in een ander venster gewijzigd.',
  otherWindowHint: 'Wat u hier typte wordt pas bewaard als u zegt welk van de twee blijft.',
  waits: 'nog niet bewaard: twee vensters verschillen',
  showOther: 'Toon het andere',
  showMine: 'Terug naar mijn tekst',
  keepMine: 'Bewaar wat hier staat',
  takeOther: 'Neem het andere',
  discardDraft: 'Gooi het concept weg',
  discardTitle: 'Uw concept weggooien?',
  discardHint: 'Uw tekst verdwijnt; wat draait blijft zoals het is.',
  discarded: 'Het concept is weg.',
};
