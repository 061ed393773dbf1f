import type { DecisionTexts } from '../decision-texts.ts';

/** What comes of a person's decision, in Dutch. */
export const decisions: DecisionTexts = {
  'no-message': 'Er is geen bericht {id}.',
  'no-gateway': 'Er draait nu geen gateway: dit wordt bewaard, en uitgevoerd zodra er een start.',
  'in-hand': 'Er wordt aan gewerkt: dit wordt uitgevoerd zodra dat klaar is.',
  'not-taken-up':
    'Binnen {seconds} seconden heeft geen gateway dit opgepakt: het wordt bewaard, en uitgevoerd door de eerste die kan.',
  'correction-unfit':
    'Het verbeterde document wordt niet genomen, en bericht {id} blijft zoals het is: {reason}',
  'correction-channel-gone':
    'Het verbeterde document wordt niet genomen, en bericht {id} blijft zoals het is: Kanaal {channel} staat niet meer in de config.',
  'cursor-future': 'Dat ligt in de toekomst: wat er tot dan verandert, zou nooit worden gevonden.',
  'cursor-none': 'Er is nog niet gezocht voor {channel}: de eerste keer begint bij from.search.since.',
  'cursor-back':
    'Van {before} terug naar {to}: wat sindsdien is veranderd, wordt opnieuw opgevraagd; wat al gezien is, wordt niet twee keer verwerkt.',
  'cursor-on': 'Van {before} door naar {to}: wat daartussen is veranderd, wordt niet meer opgevraagd.',
  'not-bound': 'Het hoort nog bij geen exchange: de eerste start legt dat vast.',
  rebound: 'Het journaal hoort nu bij {url}. Noem dat adres in exchange.baseUrl van de configuratie.',
  'no-channel': 'Er is geen kanaal {name}.',
  'takes-no-files': 'Kanaal {name} neemt geen bestanden op.',
  'still-dry': 'Kanaal {name} draait nog droog.',
  'no-seen-files': 'Geen droge run van die map heeft een bestand gezien dat er nu ligt.',
  'seen-files-taken':
    '{count} bestanden die een droge run heeft gezien, worden nu opgenomen, voor zover ze er liggen.',
  'no-alarm-kind': 'Er is geen alarm van de soort {code}.',
  'told-once':
    '{code} wordt één keer gemeld en niet herhaald: er valt niets te noteren. Neem elk pad over met een regel in de mapping, of sluit het af met één regel in ignored.csv.',
  'no-open-alarm':
    'Er staat nu geen alarm {alarm} open, en er is niets genoteerd. Open staan (gateway alarm list): {open}',
  'no-open-alarms':
    'Er staat nu geen alarm {alarm} open, en ook geen andere (gateway alarm list): er is niets genoteerd.',
  'time-passed': 'Die tijd is voorbij.',
  silenced: 'Stilte {id} geldt tot {until}.',
  'silenced-unknown':
    'Stilte {id} geldt tot {until}. Geen kanaal heet {about}, en geen alarm gaat daar nu over: beëindig de stilte als dit een vergissing is.',
  acknowledged: 'Genoteerd: u kijkt ernaar.',
  'silence-ended': 'Er worden weer alarmen verstuurd.',
  'no-silence': 'Die stilte is er niet.',
};
