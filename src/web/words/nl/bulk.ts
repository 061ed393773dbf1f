import type { Words } from '../en.ts';

const number = (count: number): string => count.toLocaleString('nl-NL');
const some = (count: number): string => (count === 1 ? '1 bericht' : `${number(count)} berichten`);

export const bulk: Words['bulk'] = {
  looking: 'Wat ervan zou worden',
  reading: 'Leest welke berichten dit zijn…',
  title: {
    retry: (count) => `Probeer ${some(count)} opnieuw`,
    release: (count) => `Laat latere voorgaan bij ${some(count)}`,
    discard: (count) => `Gooi ${some(count)} weg`,
    close: (count) =>
      `Sluit ${count === 1 ? '1 geweigerd document' : `${number(count)} geweigerde documenten`} af`,
  },
  act: {
    retry: (count) => `Probeer ${number(count)} opnieuw`,
    release: (count) => `Laat latere voorgaan bij ${number(count)}`,
    discard: (count) => `Gooi ${number(count)} weg`,
    close: (count) => `Sluit ${number(count)} af`,
  },
  nothing: {
    retry: 'Geen van deze kan nog opnieuw: iemand anders was eerst, of ze gingen vanzelf.',
    release: 'Geen van deze houdt nog latere op.',
    discard: 'Geen van deze kan nog worden weggegooid.',
    close: 'Geen van deze is een geweigerd document dat nog openstaat.',
  },
  nothingYet: 'Er gebeurt niets voordat u het zegt.',
  which: 'Welke',
  becomes: 'Wat ervan wordt',
  others: 'om andere redenen',
  outcome: {
    retry: (count) =>
      count === 1
        ? 'begint opnieuw bij de controle'
        : 'beginnen opnieuw bij de controle, op volgorde van binnenkomst',
    release: (count) =>
      count === 1
        ? 'blijft waar het is; latere van zijn order mogen voorgaan'
        : 'blijven waar ze zijn; latere van hun orders mogen voorgaan',
    discard: (count) => `${count === 1 ? 'eindigt' : 'eindigen'} hier; er wordt niets van verstuurd`,
    close: (count) =>
      count === 1
        ? 'wordt afgesloten: niemand hoeft het nog te herstellen'
        : 'worden afgesloten: niemand hoeft ze nog te herstellen',
  },
  trying: 'Hoeveel zijn geprobeerd',
  tried: (tried, all) => `${number(tried)} van ${number(all)} geprobeerd, zonder iets te versturen…`,
  triedAll: (tried, all) =>
    tried < all
      ? `De eerste ${number(tried)} van ${number(all)} zijn zojuist geprobeerd; er is niets verstuurd.`
      : 'Zojuist geprobeerd; er is niets verstuurd.',
  moreStuck: 'Er zijn er meer: die komen als deze klaar zijn.',
  behind: (count) =>
    count === 1 ? 'later document van deze orders volgt' : 'latere documenten van deze orders volgen',
  heldBack: (count) =>
    count === 1
      ? 'wacht op een eerder document van zijn order dat er niet bij is'
      : 'wachten op een eerder document van hun order dat er niet bij is',
  possiblyTwice: 'mogelijk al aangekomen, en dan nog eens verstuurd',
  left: {
    retry: (count) =>
      count === 1
        ? 'is niet geparkeerd, en blijft zoals het is'
        : 'zijn niet geparkeerd, en blijven zoals ze zijn',
    release: (count) =>
      count === 1
        ? 'is niet geparkeerd, en blijft zoals het is'
        : 'zijn niet geparkeerd, en blijven zoals ze zijn',
    discard: (count) =>
      count === 1 ? 'is al klaar, en blijft zoals het is' : 'zijn al klaar, en blijven zoals ze zijn',
    close: (count) =>
      count === 1
        ? 'is geen geweigerd document dat openstaat, en blijft zoals het is'
        : 'zijn geen geweigerde documenten die openstaan, en blijven zoals ze zijn',
  },
  more: 'Er passen er meer dan één beslissing aankan. Beslis daarna over de rest.',
  under: {
    retry: (done, total) => `Opnieuw geprobeerd: ${number(done)} van ${number(total)}.`,
    release: (done, total) => `Latere mogen voor: ${number(done)} van ${number(total)}.`,
    discard: (done, total) => `Weggegooid: ${number(done)} van ${number(total)}.`,
    close: (done, total) => `Afgesloten: ${number(done)} van ${number(total)}.`,
  },
  over: {
    retry: (done, total) =>
      `${number(done)} van ${number(total)} ${total === 1 ? 'is' : 'zijn'} opnieuw geprobeerd.`,
    release: (done, total) =>
      `${number(done)} van ${number(total)} ${total === 1 ? 'laat' : 'laten'} latere voorgaan.`,
    discard: (done, total) =>
      `${number(done)} van ${number(total)} ${total === 1 ? 'is' : 'zijn'} weggegooid.`,
    close: (done, total) =>
      `${number(done)} van ${number(total)} ${total === 1 ? 'geweigerd document is' : 'geweigerde documenten zijn'} afgesloten.`,
  },
  leave: 'U kunt deze pagina verlaten; het gaat door.',
  stop: 'Stop na dit deel',
  stopping: 'Het stopt na dit deel.',
  stoppedBy: (who, left) => `${who} heeft het gestopt; ${number(left)} blijven zoals ze zijn.`,
  stuck: (count, more) => `Voor ${more ? 'meer dan ' : ''}${number(count)} is nog steeds actie nodig.`,
  progress: 'Hoever het is',
  unchanged: 'niet veranderd',
  open: 'onderweg',
  toGo: 'nog te gaan',
  notGone: 'Wat niet ging',
  columns: ['Stand', 'Order', 'Waarom', 'Nr.'],
  decision: 'De beslissing',
  what: 'Wat',
  why: 'Waarom',
  by: 'Door',
};
