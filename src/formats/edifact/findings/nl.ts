import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { EdifactFindingCode } from './codes.ts';

/** What is said of EDIFACT, in Dutch. `{name}` takes a value. */
export const edifactTextsNl: FindingMessages<EdifactFindingCode> = {
  'edi-none': [
    'Dit is geen EDIFACT-bestand: het begint met `{value}`.',
    'Een interchange begint met UNA of UNB; kijk welke export in deze map schrijft.',
  ],
  'edi-una': [
    'De UNA noemt geen bruikbare scheidingstekens: `{value}`.',
    "Laat de afzender UNA schrijven met zes verschillende tekens, zoals UNA:+.? ', of helemaal geen UNA (0085: 7).",
  ],
  'edi-una-short': [
    'De UNA heeft acht tekens; de spatie voor het slotteken ontbreekt. Hij is gelezen alsof die er stond.',
    "Laat de afzender UNA:+.? ' met de spatie schrijven.",
  ],
  'edi-no-header': [
    'Het bestand begint met `{value}`, niet met UNB.',
    'Laat de afzender een interchange schrijven; schrijft een converter alleen berichten, zet dan `lexical: { envelope: optional }` in het formaat (0085: 13).',
  ],
  'edi-segment-open': [
    'Het bestand eindigt midden in een segment zonder slotteken {terminator}: `{value}`.',
    'Het bestand is afgebroken, of de UNA noemt een ander slotteken: laat het opnieuw sturen (0085: 13).',
  ],
  'edi-message-open': [
    '`{value}` staat midden in een bericht dat nog geen UNT heeft.',
    'Het bericht is afgebroken en niemand kan zien waar: laat de interchange opnieuw sturen (0085: 13).',
  ],
  'edi-end-missing': [
    'Het bestand eindigt zonder {name}.',
    'Het bestand is afgebroken: laat het opnieuw sturen (0085: 13).',
  ],
  'edi-behind-end': [
    'Achter het einde van een interchange staat `{value}`.',
    'Daar mag alleen een volgende interchange (UNA of UNB) staan; kijk of twee bestanden zijn vermengd (0085: 15).',
  ],
  'edi-between-messages': [
    'Tussen twee berichten staat `{value}`.',
    'Daar mogen alleen UNH, UNG, UNE en UNZ staan; kijk of een bericht zijn UNH kwijt is (0085: 15).',
  ],
  'edi-count': [
    '`{name}` telt {value} {what}, en er zijn er {count}.',
    'Kijk of er onderweg iets verloren ging; telt deze afzender altijd verkeerd, zet dan `lexical: { counts: warn }` in zijn formaat (0085: 29).',
  ],
  'edi-reference': [
    '`{name}` heeft het kenmerk `{value}`, en {other} `{expected}`.',
    'Kijk of twee bestanden zijn vermengd; schrijft deze afzender ze nooit gelijk, zet dan `lexical: { counts: warn }` in zijn formaat (0085: 28).',
  ],
  'edi-reference-twice': [
    'Het kenmerk `{value}` had een eerder bericht van deze interchange ook.',
    'Laat de afzender de berichten van een interchange nummeren (0085: 26).',
  ],
  'edi-charset': [
    'UNB zegt {level}, maar de letters daarbuiten zijn {actual}; ze zijn als {actual} gelezen.',
    'Laat de afzender schrijven wat het niveau zegt, of noem de codering in het formaat (`encoding:`) (0085: 21).',
  ],
  'edi-charset-mixed': [
    'In één bericht staan letters in UTF-8 en de byte {value} na `{near}`, die dat niet is.',
    'Niemand kan zien wat bedoeld is: laat de afzender één tekenset schrijven (0085: 21).',
  ],
  'edi-charset-unknown': [
    'UNB zegt UNOX, en zulke letters kunnen hier niet worden gelezen: byte {value} na `{near}`.',
    'Laat de afzender UNOC of UNOW schrijven, of noem de codering in het formaat (`encoding:`) (0085: 2).',
  ],
  'edi-line-break': [
    'Er staat een regeleinde midden in een segment.',
    'Breekt deze afzender zijn bestanden af, zet dan `lexical: { lineBreaks: anywhere }` in zijn formaat; in een waarde kan er geen staan (0085: 21).',
  ],
  'edi-release': [
    'Het release-teken staat voor `{value}`, dat er geen nodig heeft.',
    'Het teken is behouden; laat de afzender het alleen voor scheidingstekens zetten.',
  ],
  'edi-repetition': [
    'Het herhalingsteken `{value}` staat in element {place} van `{name}`, dat niet herhaald wordt.',
    'Het is als tekst gelezen; laat de afzender er het release-teken voor zetten, of een UNA zonder herhalingsteken schrijven (0085: 35).',
  ],
  'edi-release-end': [
    'Een release-teken staat voor een regeleinde of het einde en geldt dus voor niets.',
    'Laat de afzender het dubbel schrijven waar het zelf bedoeld is (0085: 21).',
  ],
  'edi-control': [
    'Er staat een stuurteken in een waarde: {value}.',
    'Laat de afzender het weghalen (0085: 21).',
  ],
  'edi-tag': [
    '`{value}` is geen segment: een segment begint met drie hoofdletters of cijfers.',
    'Zoek in de tekst ervoor naar een slotteken zonder release-teken (0085: 15).',
  ],
  'edi-type-other': [
    'Het bericht is {value}; het formaat leest {expected}.',
    'Noem bij het kanaal het formaat van dit berichttype (0085: 15).',
  ],
  'edi-release-other': [
    'Het bericht is {value}; het formaat leest {expected}.',
    'Gebruik het formaat van die release, of schrijf een eigen met `guide:` en `message: {value}` (0085: 15).',
  ],
  'edi-test': [
    'De interchange zegt dat hij een test is (UNB 0035).',
    'Stuur hem opnieuw zonder testkenmerk, of zet `test: process` in het formaat zolang u probeert.',
  ],
  'edi-order': [
    '`{name}` staat niet op volgorde in `{parent}`.',
    'Het is gelezen waar het hoort; laat de afzender de volgorde van het bericht aanhouden (0085: 15).',
  ],
  'edi-too-many': [
    '`{name}` staat vaker dan {most} keer in `{parent}`.',
    'Het is toch gelezen; kijk of de afzender het zo bedoelt (0085: 35).',
  ],
  'edi-unexpected': [
    '`{name}` kan niet in `{parent}` staan; niets leest het.',
    'Het is bewaard als `unexpected`; lees het daar, of vraag de afzender waar het voor dient (0085: 15).',
  ],
  'edi-not-in-guide': [
    '`{name}` staat niet in de handleiding van deze partner.',
    'Zet het in `tree:` van het formaat als het ertoe doet; kijk nu of een mapping het leest.',
  ],
  'edi-part-missing': [
    '`{name}` ontbreekt.',
    'Laat de afzender het vullen: volgens het bericht moet het er zijn (0085: 13).',
  ],
  'edi-part-unknown': [
    '`{name}` heeft een element {place} dat de directory niet kent: `{value}`.',
    'Niets leest het; kijk of in een tekst een scheidingsteken zonder release-teken staat (0085: 16).',
  ],
  'edi-length': [
    '`{value}` in {name} heeft {count} tekens, en {most} zijn toegestaan.',
    'Het is in zijn geheel gelezen; laat de afzender de lengte aanhouden (0085: 39).',
  ],
  'edi-decimal-mark': [
    '`{value}` in {name} heeft een ander decimaalteken dan de UNA zegt ({mark}).',
    'Het is als decimaalteken gelezen; laat de afzender {mark} schrijven (0085: 19).',
  ],
  'edi-date-form': [
    '`{value}` in {name} heeft geen vorm (2379) naast zich; het is als EEJJMMDD gelezen.',
    'Laat de afzender er 102 achter schrijven (0085: 13).',
  ],
  'edi-date-period': [
    '`{value}` in {name} heeft de vorm {form}: een week, maand of periode, en geen dag.',
    'De mapping moet zeggen welke dag bedoeld is.',
  ],
  'edi-code': [
    '`{value}` in {name} staat niet in de handleiding van deze partner; die heeft {known}.',
    'Zet de code in het formaat als hij bedoeld is (0085: 12).',
  ],
};
