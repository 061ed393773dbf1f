import type { FindingMessages } from '../finding-catalogue.ts';
import type { DocumentCode } from '../finding-codes.ts';

/** What is said of the document itself, in Dutch. `{name}` takes a value. */
export const documents: FindingMessages<DocumentCode> = {
  'file-empty': [
    'Het bestand is leeg.',
    'Kijk of de export werd onderbroken en laat het ERP het bestand opnieuw schrijven.',
  ],
  'file-too-large': [
    'Het bestand is {size} groot; meer dan {most} wordt niet gelezen.',
    'Stuur grote bijlagen als verwijzing (cac:ExternalReference) in plaats van in het document zelf.',
  ],
  'file-not-xml': [
    'Het bestand is geen XML: {looks}.',
    'Kijk welke export in deze map schrijft; SCSN-documenten zijn XML-bestanden.',
  ],
  'encoding-unknown': [
    'De XML-declaratie noemt de codering `{value}`, die niet wordt gelezen.',
    'Laat de export UTF-8 schrijven; UTF-16, de delen van ISO-8859, windows-1252 en US-ASCII worden ook gelezen.',
  ],
  'encoding-wrong': [
    'Het bestand zou {encoding} zijn, maar de byte {value}{likely} na `{near}` hoort niet in die codering.',
    'Laat de export de codering schrijven die hij noemt. Zonder declaratie wordt UTF-8 verwacht; bestanden van oudere Windows-programma\'s zijn meestal windows-1252: <?xml version="1.0" encoding="windows-1252"?>.',
  ],
  'encoding-not-utf-16': [
    'De XML-declaratie zegt `{declared}`, maar het bestand is niet zo geschreven.',
    'Laat de export UTF-8 noemen, of echt UTF-16 met een byte order mark schrijven.',
  ],
  'encoding-declaration': [
    'De XML-declaratie zegt `{declared}`, maar het bestand is in {actual} geschreven; het is als {actual} gelezen.',
    'Laat de export de codering noemen die hij schrijft.',
  ],
  'encoding-windows-1252': [
    'Het bestand noemt ISO-8859-1 maar bevat tekens van windows-1252, zoals het euroteken; het is als windows-1252 gelezen.',
    'Laat de export windows-1252 noemen of, beter, UTF-8 schrijven.',
  ],
  'xml-not-well-formed': [
    'Het bestand is geen welgevormde XML: “{what}”.',
    'Laat het ERP het bestand opnieuw schrijven; komt het er net zo uit, dan is de export op deze plaats stuk.',
  ],
  'xml-truncated': [
    'Het bestand houdt op voordat de XML compleet is{open}.',
    'Het bestand is bij het schrijven of kopiëren afgebroken; laat het ERP het opnieuw schrijven.',
  ],
  'xml-two-roots': [
    'Er staat een tweede document in het bestand, na het einde van het eerste.',
    'Schrijf elk document in een eigen bestand; kijk of de export aan een bestaand bestand toevoegt.',
  ],
  'xml-text-outside': [
    'Er staat tekst vóór het eerste element van het document of achter het laatste.',
    'Kijk of de export aan een bestaand bestand toevoegt, of er eigen meldingen in schrijft.',
  ],
  'xml-close-tag': [
    '`</{name}>` staat waar `</{open}>` wordt verwacht, dat in regel {since} is geopend.',
    'Laat de export elk element sluiten onder precies de naam waaronder het is geopend: hoofdletters tellen.',
  ],
  'xml-less-than': [
    'Er staat een `<` die niet als `&lt;` is geschreven: `{value}`.',
    'Laat de export zijn teksten omzetten: & als &amp;, < als &lt;.',
  ],
  'xml-attribute': [
    'Een attribuut is niet geschreven zoals XML het wil: `{value}`.',
    'Schrijf attributen als naam="waarde", tussen aanhalingstekens en met een spatie ertussen.',
  ],
  'xml-attribute-twice': [
    'Het attribuut `{value}` staat twee keer in één element.',
    'Laat de export het één keer schrijven.',
  ],
  'xml-late-declaration': [
    'Vóór de XML-declaratie staan spaties of lege regels.',
    'Laat de export met <?xml beginnen, op de allereerste plaats van het bestand.',
  ],
  'xml-doctype': [
    'Het bestand heeft een documenttypedeclaratie (<!DOCTYPE ...>), die niet wordt aangenomen.',
    'Haal de declaratie uit de export; SCSN-documenten hebben er geen.',
  ],
  'document-too-deep': [
    'Het document is meer dan {most} niveaus diep genest.',
    'Controleer het programma dat het bestand heeft geschreven; geen order is zo genest.',
  ],
  'document-too-large': [
    'Het document heeft meer dan {most} elementen, attributen en teksten.',
    'Splits het document; een order van 500 regels heeft er ongeveer 50.000.',
  ],
  'document-in-pieces': [
    'Het document bestaat uit meer dan {most} stukken: CDATA-secties, commentaren, verwerkingsinstructies, verwijzingen zoals `&amp;`.',
    'Schrijf elke tekst in één stuk en laat commentaar weg.',
  ],
  'document-too-many-names': [
    'Het document heeft meer dan {most} verschillende namen van elementen en attributen.',
    'Een formaat heeft er enkele honderden: kijk of de export waarden als namen schrijft.',
  ],
  'document-too-wide': [
    '`{name}` bevat {count} elementen; meer dan {most} wordt niet bekeken.',
    'Splits het document, of kijk of de export zichzelf herhaalt.',
  ],
  'document-too-many-parts': [
    'Het document heeft meer dan {most} records, velden en componenten.',
    'Splits het document, of kijk of de export een teken eindeloos herhaalt.',
  ],
  'file-too-many-documents': [
    'Het bestand bevat meer dan {most} documenten.',
    'Splits het bestand, of kijk of `documents:` van het formaat het knipt waar u het bedoelt.',
  ],
  'findings-more': [
    'Er zijn nog {count} bevindingen van de soort `{code}`; die staan hier niet.',
    'Verbeter de eerste en stuur het document opnieuw.',
  ],
  'xml-ampersand': [
    'Er staat een `&` die niet als `&amp;` is geschreven: `{value}`.',
    'Laat de export zijn teksten omzetten: & als &amp;, < als &lt;.',
  ],
  'xml-entity': [
    '`{value}` betekent niets in XML.',
    'Schrijf het teken zelf of zijn nummer, zoals &#160;; alleen &amp; &lt; &gt; &quot; en &apos; zijn bekend.',
  ],
  'xml-character': [
    'Er staat een teken dat in XML niet mag: {value}.',
    'Haal stuurtekens bij de bron uit deze tekst.',
  ],
  'xml-undeclared-prefix': [
    'Het voorvoegsel `{value}` wordt gebruikt maar nergens gedeclareerd.',
    'Declareer het op het hoofdelement, bijvoorbeeld xmlns:{value}="{namespace}".',
  ],
  'root-unknown': [
    'Het hoofdelement is `{value}`; hier wordt een SCSN {expected} verwacht.',
    'Kijk of het bestand in deze map hoort en hoe de export zijn hoofdelement noemt.',
  ],
  'root-order-change': ['Het hoofdelement is `{value}`, en dat heeft SCSN niet.', '{todo}'],
  'root-other-document': [
    'Het hoofdelement is `{value}`; hier wordt `{expected}` verwacht.',
    'Laat de export bestanden van het type {value} in een eigen map schrijven, of geef dit kanaal het juiste documenttype in de configuratie.',
  ],
  'root-namespace': [
    'Het hoofdelement `{name}` staat in de namespace `{value}`; een {expected} gebruikt `{namespace}`.',
    'Schrijf xmlns="{namespace}" op het hoofdelement.',
  ],
  'root-no-namespace': [
    'Het hoofdelement `{name}` heeft geen namespace.',
    'Schrijf xmlns="{namespace}" op het hoofdelement, met de namespaces van cac: en cbc: erbij.',
  ],
  'element-order': [
    '`{name}` staat {stands}; SCSN wil het {wanted}.',
    'Laat de export wat in `{parent}` staat in deze volgorde schrijven: {order}. De waarden zelf zijn goed.',
  ],
  'element-missing': ['`{name}` ontbreekt in `{parent}`.', 'Voeg `{name}` toe, {wanted}.'],
  'element-repeated': [
    '`{name}` komt {count} keer voor in `{parent}`; {allowed} toegestaan.',
    'Laat weg wat te veel is, of kijk of twee records in één zijn geschreven.',
  ],
  'element-unknown': [
    '`{parent}` heeft geen element `{name}`.',
    '{todo} Op deze plaats toegestaan: {allowed}.',
  ],
  'element-misspelt': ['`{parent}` heeft geen element `{name}`; is `{nearest}` bedoeld?{more}', '{todo}'],
  'element-misplaced': ['`{name}` hoort niet in `{parent}`; in SCSN staat het in {where}.', '{todo}'],
  'elements-unwrapped': [
    '`{parent}` bevat zelf wat in `{home}` hoort: {names}.',
    '{todo} Daarbinnen is de volgorde: {names}.',
  ],
  'element-namespace': ['`{name}` is {written}; in `{parent}` moet het {wanted} zijn{more}.', '{todo}'],
  'element-nil': ['`{name}` is gemarkeerd met xsi:nil, wat in SCSN niet mag.', '{todo}'],
  'element-type': [
    '`{name}` heeft `{attribute}="{value}"`, een type dat het in SCSN niet kan hebben.',
    'Laat {attribute} weg: het type van een element volgt uit zijn naam.',
  ],
  'extension-content': [
    '`{name}` {holds}; in een uitbreiding hoort precies één element, uit een eigen namespace.',
    'Schrijf wat u aan het document toevoegt als één element met een eigen namespace, of laat `{out}` weg.',
  ],
  'text-unexpected': [
    '`{name}` bevat de tekst `{value}`; er mogen alleen elementen in staan.',
    'Zet de tekst in het juiste element daarbinnen, zoals een `Note`.',
  ],
  'elements-in-value': [
    '`{name}` bevat het element `{value}`; er mag alleen een waarde in staan.',
    'Schrijf de waarde zelf tussen de tags van `{name}`, zonder elementen.',
  ],
  'attribute-missing': [
    '`{name}` heeft geen attribuut `{attribute}`.',
    'Schrijf het met zijn waarde, bijvoorbeeld {example}.',
  ],
  'attribute-unknown': [
    '`{name}` heeft in SCSN geen attribuut `{attribute}`.',
    'Schrijf de waarde onder een van de namen die hier mogen, of in een element: {allowed}.',
  ],
  'attribute-value': [
    'Het attribuut `{attribute}` van `{name}` bevat `{value}`; dat is niet {wanted}.',
    '{todo}',
  ],
  'decimal-comma': ['`{name}`: `{value}` is geen getal.', 'Gebruik een punt als decimaalteken: {example}.'],
  'decimal-thousands': [
    '`{name}`: `{value}` is geen getal.',
    'Gebruik een punt als decimaalteken en geen scheidingsteken voor duizendtallen: {example}.',
  ],
  'decimal-exponent': [
    '`{name}`: `{value}` is met een exponent geschreven.',
    'Schrijf het voluit in cijfers: {example}.',
  ],
  'decimal-wrong': [
    '`{name}`: `{value}` is geen getal.',
    'Schrijf cijfers met een punt als decimaalteken, zoals 1234.50; een eenheid of valuta hoort in een attribuut.',
  ],
  'value-empty': ['`{name}` is leeg, maar moet {wanted} bevatten.', '{todo}'],
  'date-with-time': [
    '`{name}`: `{value}` is een datum met tijd; hier mag alleen een datum staan.',
    'Schrijf alleen de datum: {example}.',
  ],
  'date-order': [
    '`{name}`: `{value}` is geen datum in de volgorde jaar-maand-dag.',
    'Schrijf hem als JJJJ-MM-DD: {example}.',
  ],
  'date-wrong': [
    '`{name}`: `{value}` is geen datum.',
    'Schrijf een dag van de kalender als JJJJ-MM-DD, zoals 2026-01-31.',
  ],
  'time-wrong': ['`{name}`: `{value}` is geen tijd.', 'Schrijf het als uu:mm:ss, zoals 14:30:00.'],
  'date-time-wrong': [
    '`{name}`: `{value}` is geen datum met tijd.',
    'Schrijf het als JJJJ-MM-DDTuu:mm:ss, zoals 2026-01-31T14:30:00Z.',
  ],
  'boolean-wrong': [
    '`{name}`: `{value}` is niet true en niet false.',
    'Schrijf true of false, in kleine letters.',
  ],
  'base64-wrong': [
    '`{name}` bevat geen bestand in base64.',
    'Codeer het bestand als base64, of verwijs ernaar met cac:ExternalReference en cbc:URI.',
  ],
  'value-wrong': ['`{name}`: `{value}` is niet {wanted}.', 'Verbeter de waarde.'],
  'value-unusable': ['`{name}` bevat een waarde waarmee niet te rekenen is: {what}', 'Verbeter de waarde.'],
  'schema-other': [
    '`{name}` is in strijd met het schema: “{what}”',
    'Vergelijk deze plaats met een document dat eerder werd aangenomen.',
  ],
  'order-repaired': [
    'Elementen stonden in de verkeerde volgorde ({count}); het document gaat verder in de volgorde van SCSN.',
    'Laat de export ze in die volgorde schrijven: {names}; de plaatsen volgen hieronder.',
  ],
  'findings-cut': [
    'Er zijn nog {count} bevindingen die hier niet staan.',
    'Verbeter eerst die hierboven en laat het bestand dan opnieuw controleren.',
  ],
  'character-removed': [
    '`{name}` bevatte tekens die XML niet kan dragen ({value}); ze zijn weggelaten.',
    'Haal stuurtekens bij de bron uit deze tekst.',
  ],
  'target-unknown': [
    '`{parent}` heeft geen element of attribuut `{name}`.',
    'Verbeter de mapping die het schrijft.',
  ],
  'target-shape': ['`{name}` {wanted}.', 'Verbeter de mapping die het schrijft.'],
  'target-repeated': [
    '`{name}` zou {count} keer in `{parent}` staan; {allowed} toegestaan.',
    'Verbeter de mapping zo dat zij er niet meer schrijft.',
  ],
};
