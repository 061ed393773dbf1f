import type { Words } from '../en.ts';

export const deciding: Words['deciding'] = {
  why: 'Waarom (komt in het journaal)',
  cancel: 'Annuleren',
  close: 'Sluiten',
  copyTicket: 'Kopieer voor een ticket',
};
