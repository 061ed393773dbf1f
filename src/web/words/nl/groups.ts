import type { Words } from '../en.ts';

export const groups: Words['groups'] = {
  channel: 'Kanaal',
  finding: 'Bevinding',
  fromTo: 'Van, tot',
  example: 'Voorbeeld',
  copyForTicket: 'Kopieer voor ticket',
};
