import type { Words } from '../en.ts';

export const help: Words['help'] = {
  title: 'Handleiding',
  search: 'Een woord, of de code van een bevinding',
  searchFailed: 'De handleiding kon niet worden doorzocht.',
  hits: (count) =>
    count === 0 ? 'Niets in de handleiding past.' : count === 1 ? '1 plaats' : `${count} plaatsen`,
  groups: { manual: 'Taken (Engels)', dutch: 'In het Nederlands', reference: 'Naslag (Engels)' },
};
