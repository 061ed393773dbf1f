import type { Words } from '../../en.ts';

export const publishing: Words['publishing'] = {
  progress: 'Hoe ver het is',
  doneOf: (done: number, of: number | undefined) =>
    of === undefined
      ? `${done} ${done === 1 ? 'bericht' : 'berichten'}`
      : `${done} van ${of} ${of === 1 ? 'bericht' : 'berichten'}`,
  stop: 'Hier stoppen',
  theirs: 'Wat anderen hebben gewijzigd',
  ours: 'Wat uw concept wijzigt',
  both: 'Door beide gewijzigd',
  publishedBy: (who: string, at: string) => `${who} publiceerde om ${at}`,
  byHand: 'Iemand heeft de bestanden met de hand gewijzigd.',
  onto: 'Ik heb het gezien: publiceer het er bovenop',
  conflictHint: 'Kies bij elk hiervan wat bedoeld is; de rest wordt vanzelf samengevoegd.',
  kinds: { added: 'nieuw', changed: 'gewijzigd', deleted: 'weg' },
  wholeFile: 'het hele bestand',
  retry: (count: number) =>
    count === 1 ? 'Probeer het vrijgekomen bericht opnieuw…' : `Probeer de ${count} die vrijkomen opnieuw…`,
  retryTitle: (count: number) =>
    count === 1 ? '1 bericht opnieuw proberen?' : `${count} berichten opnieuw proberen?`,
  retryHint:
    'Deze hield alleen de mapping tegen, zoals de vergelijking liet zien. Ze gaan op volgorde van binnenkomst.',
  retries: {
    waits: (count, publication, gateways) =>
      `${count === 1 ? '1 bericht gaat' : `${count} berichten gaan`} opnieuw zodra ${gateways.join(', ') || 'een gateway'} publicatie ${publication} ${gateways.length > 1 ? 'gebruiken' : 'gebruikt'}.`,
    deferred: (count, publication) =>
      `${count === 1 ? '1 bericht gaat' : `${count} berichten gaan`} opnieuw zodra elke gateway publicatie ${publication} gebruikt.`,
    runs: (done, total) => `Opnieuw: ${done} van ${total}.`,
    done: (count, who, at) => `${count} opnieuw geprobeerd door ${who}, ${at}`,
    unchanged: (count) => `; ${count} niet veranderd`,
    stopped: (done, total, who) =>
      done === 0
        ? `Niet opnieuw: ${who} zag ervan af.`
        : `${done} van ${total} opnieuw; ${who} heeft het gestopt.`,
    overtaken: (publication, who) =>
      `Niet opnieuw: publicatie ${publication} van ${who} wijzigde dit weer voordat elke gateway het gebruikte.`,
    byHand:
      'Niet opnieuw: de bestanden zijn met de hand gewijzigd voordat elke gateway de publicatie gebruikte.',
    callOff: 'Niet opnieuw proberen',
  },
  retryAct: (count: number) =>
    count === 1 ? 'Probeer 1 bericht opnieuw' : `Probeer ${count} berichten opnieuw`,
  otherValues: (count, messages) =>
    `${count} ${count === 1 ? 'andere waarde' : 'andere waarden'} in ${messages} ${messages === 1 ? 'bericht' : 'berichten'}`,
  steps: {
    deliver: 'verstuurd',
    park: 'geparkeerd',
    wait: 'wacht',
    rejected: 'geweigerd',
    failed: 'liep niet af',
    duplicate: 'dubbel',
    unchanged: 'ongewijzigd',
    ignored: 'genegeerd',
    outdated: 'verouderd',
    refused: 'door de exchange geweigerd',
    unsent: 'niet verstuurd',
  },
};
