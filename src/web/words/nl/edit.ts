import type { Words } from '../en.ts';

export const edit: Words['edit'] = {
  here: 'Aanpassen en versturen',
  label: 'Uw versie van het document',
  yours: 'Uw versie',
  unchanged: 'Er is nog niets gewijzigd.',
  unchangedHint: 'Wijzig het document hieronder. Het bestand zoals het ERP het schreef, blijft bewaard.',
  wouldGo: (warnings) =>
    warnings === 0
      ? 'Uw versie zou verstuurd worden: geen bevindingen.'
      : `Uw versie zou verstuurd worden, met ${warnings} ${warnings === 1 ? 'waarschuwing' : 'waarschuwingen'}.`,
  wouldPark: 'Uw versie zou geparkeerd worden: iemand moet beslissen.',
  wouldNot: (count) => `Uw versie zou geweigerd worden: ${count} ${count === 1 ? 'oorzaak' : 'oorzaken'}.`,
  checking: 'Uw versie wordt gecontroleerd.',
  notChecked: 'Uw versie kon niet gecontroleerd worden.',
  changedLines: (count, id) =>
    `${count} ${count === '1' ? 'plaats' : 'plaatsen'} gewijzigd. Het komt in plaats van bericht ${id}; het bestand zoals het ERP het schreef, blijft bewaard.`,
  changedSettled: (count, id) =>
    `${count} ${count === '1' ? 'plaats' : 'plaatsen'} gewijzigd. Een nieuw bericht draagt het; bericht ${id} en zijn bestand blijven bewaard.`,
  undoAll: 'Alles ongedaan maken',
  cancel: 'Annuleren',
  differs: 'Wat verschilt',
  fromOriginal: 'van wat het ERP schreef',
  fromOther: 'van de tekst van het andere venster',
  result: 'Wat verstuurd zou worden',
  findings: 'Bevindingen',
  why: 'Waarom (komt met beide versies in het journaal)',
  tellErp:
    'Het ERP hoort hier niets van. Vertel het aan ERP-beheer, anders heeft de volgende export weer de oude waarde.',
  anotherOrder: 'Het gaat over een andere order, en dat is de bedoeling',
  send: (id) => `Verstuur in plaats van ${id}`,
  to: (operation) => `naar ${operation}, één keer, na eerdere van zijn order`,
  keys: 'Tab verlaat de editor. F8 gaat naar de volgende bevinding. Ctrl S bewaart het concept.',
  kept: (time) => `concept bewaard ${time}`,
  notKept: 'het concept is niet bewaard: geen verbinding',
};
