import type { Words } from '../../en.ts';

export const compare: Words['compare'] = {
  title: 'Wat uw concept zou hebben gedaan',
  hint: 'Ontvangen berichten worden opnieuw verwerkt: zoals het nu draait, en met uw concept. Er wordt niets verstuurd en niets vastgelegd.',
  noDraft: 'U hebt geen concept van deze mapping: er is niets te vergelijken.',
  same: 'Uw concept wijzigt niets wat een kanaal gebruikt.',
  notUsable: 'Uw concept is nog niet te gebruiken.',
  worse: (count: number) =>
    count === 1
      ? '1 verstuurd bericht zou niet worden verstuurd.'
      : `${count} verstuurde berichten zouden niet worden verstuurd.`,
  notWorse: (count: number, values: number) =>
    count === 0
      ? values === 0
        ? 'Niets zou anders aflopen.'
        : `Niets zou anders aflopen; ${values === 1 ? '1 bericht zou' : `${values} berichten zouden`} met andere waarden worden verstuurd.`
      : `${count === 1 ? '1 bericht zou' : `${count} berichten zouden`} anders aflopen; alles wat is verstuurd, zou worden verstuurd.`,
  noneCompared: (messages) =>
    messages === 0 ? 'Er was geen bericht om te vergelijken.' : 'Geen van deze berichten is te vergelijken.',
  nothingSent: (messages: number, since: string) =>
    `${messages === 1 ? '1 bericht' : `${messages} berichten`} sinds ${since}, elk met wat er toen bekend was.`,
  ofChannel: (channel: string) => `Alleen van ${channel}.`,
  ofParty: (party: string) => `Alleen van relatie ${party}.`,
  counts: ({ same, otherwise, otherReasons, otherValues, unknown }) =>
    `${same} hetzelfde, ${otherwise} ${otherwise === 1 ? 'zou' : 'zouden'} anders aflopen, ${otherReasons === 0 ? '' : `${otherReasons} om een andere reden, `}${otherValues} met andere waarden, ${unknown} niet te vergelijken.`,
  controlled: (count: number) => `Van ${count} geeft de draaiende versie precies wat in het journaal staat.`,
  stopped: (done: number, of: number) => `Er is gestopt na ${done} van ${of}.`,
  comparing: 'Bezig met vergelijken…',
  span: 'Ontvangen in',
  days: (count: number) => `de laatste ${count} dagen`,
  channel: 'Kanaal',
  allChannels: 'alle',
  party: 'Relatie',
  allParties: 'alle',
  start: 'Vergelijk',
  draftMoved: 'Uw concept is sindsdien gewijzigd. Vergelijk opnieuw om te zien wat het nu zou doen.',
  groups: 'Wat verschilt',
  sections: {
    worse: 'Zou niet meer worden verstuurd',
    freed: 'Zou vrijkomen',
    otherwise: 'Zou anders aflopen',
    values: 'Andere waarden, toch verstuurd',
    onceMore: 'Zou nog een keer worden verstuurd',
    unknown: 'Niet te vergelijken, niet in de getallen hierboven',
  },
  nothing: 'niets',
  leftOut: (count: number) =>
    `en nog ${count} ${count === 1 ? 'soort' : 'soorten'}; de totalen tellen ze mee`,
  freedTitle: (count: number) =>
    count === 1 ? '1 geparkeerd bericht zou doorgaan' : `${count} geparkeerde berichten zouden doorgaan`,
  freedHint: 'Opnieuw proberen na het publiceren neemt precies deze.',
  example: 'Voorbeeld',
  message: (id: number) => `Bericht ${id}`,
  order: (number: string) => `order ${number}`,
  exampleOf: (one: number, all: number, count: number) =>
    count > all ? `voorbeeld ${one} van ${all}, er zijn er ${count}` : `${one} van ${all}`,
  previous: 'Vorige',
  next: 'Volgende',
  openInEditor: 'Open in de editor',
  loading: 'Wordt nog een keer verwerkt…',
  nothingMade: 'Er zou niets worden verstuurd.',
  noDifference: 'Beide maken hetzelfde document.',
  onlyDocument: (lines) => `Het document dat maar één van beide maakt: ${lines} regels`,
  asItRuns: 'Zoals het nu draait',
  withDraft: 'Uw concept',
  page: 'Bewaar als één pagina',
  pageMasked: 'Dezelfde, gemaskeerd',
};
