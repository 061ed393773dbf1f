import type { Words } from '../en.ts';

export const decide: Words['decide'] = {
  why: 'Waarom (komt in het journaal)',
  cancel: 'Annuleren',
};
