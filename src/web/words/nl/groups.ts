import type { Words } from '../en.ts';

const number = (count: number): string => count.toLocaleString('nl-NL');

export const groups: Words['groups'] = {
  mend: { table: 'Open de tabel', mapping: 'Open de mapping' },
  title: (count, reasons) =>
    `Voor ${count === 1 ? '1 bericht' : `${number(count)} berichten`} is actie nodig, om ${reasons === 1 ? 'één reden' : `${number(reasons)} redenen`}.`,
  nothing: 'Voor geen bericht is actie nodig.',
  fixOnce: 'Herstel een oorzaak één keer en probeer alles opnieuw.',
  oldest: (time, duration) => `Oudste: ${time}, al ${duration}.`,
  only: (kind) => `Alleen wat ${kind === 'refused' ? 'geweigerd' : 'geparkeerd'} is.`,
  showAll: 'Toon alles',
  refusedLeave:
    'Geweigerde documenten verdwijnen hier als een later document van hun order lukt, of als iemand ze afsluit.',
  span: (from, to) => `${from} tot ${to}`,
  order: (order) => `order ${order}`,
  open: (count) => (count === 1 ? 'Open' : `Bekijk de ${number(count)}`),
  channel: 'Kanaal',
  finding: 'Bevinding',
  fromTo: 'Van, tot',
  example: 'Voorbeeld',
  suggestion: (value) => `waarschijnlijk is ${value} bedoeld`,
  behind: (count, isMore) =>
    `${isMore ? 'minstens ' : ''}${number(count)} ${count === 1 ? 'later document wacht' : 'latere documenten wachten'} erachter`,
};
