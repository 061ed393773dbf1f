import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { IdocFindingCode } from './codes.ts';

/** What is said of IDocs, in Dutch. `{name}` takes a value. */
export const idocTextsNl: FindingMessages<IdocFindingCode> = {
  'idoc-none': [
    'Het bestand heeft geen IDoc: het hoofdelement is `{value}`, en er staat geen element IDOC in.',
    'Kijk welke export in deze map schrijft.',
  ],
  'idoc-no-control': [
    'De IDoc heeft geen control record (EDI_DC40), zodat niemand kan zien wat het is.',
    'Laat SAP de hele IDoc schrijven; middleware mag EDI_DC40 niet weglaten.',
  ],
  'idoc-version': [
    'Het control record is EDI_DC: een IDoc met recordtypen van versie 2, en die wordt niet gelezen.',
    'Zet de poort in SAP (transactie WE21) op versie 3; dan is het control record EDI_DC40.',
  ],
  'idoc-message-other': [
    'De IDoc zegt dat hij `{value}` is (MESTYP), en dit formaat leest {expected}.',
    'Kijk welk partnerprofiel in deze map schrijft, of geef het kanaal een formaat voor dat bericht.',
  ],
  'idoc-test': [
    'Het control record zegt dat deze IDoc een test is (TEST).',
    'Laat hem zonder die vlag sturen; schrijf test: process in het formaat als testorders verstuurd moeten worden.',
  ],
  'idoc-parent': [
    'Segment {name} hoort bij segment {value} (PSGNUM), dat er niet voor staat.',
    'Kijk of er onderweg segmenten verloren of verschoven zijn, en laat de IDoc opnieuw schrijven.',
  ],
  'idoc-number-other': [
    'Het segment hoort bij IDoc {value} (DOCNUM), en het control record is van {other}.',
    'Kijk of twee bestanden door elkaar zijn geraakt, en laat beide IDocs opnieuw schrijven.',
  ],
  'idoc-segment-twice': [
    'Segmentnummer {value} (SEGNUM) komt twee keer voor.',
    'Kijk of een regel twee keer is geschreven, en laat de IDoc opnieuw schrijven.',
  ],
  'idoc-segment-gap': [
    'Segment {value} (SEGNUM) volgt op {other}: er kunnen segmenten verloren zijn.',
    'Vergelijk met de IDoc in SAP (transactie WE02); haalt een filter er bewust segmenten uit, zet de ernst van idoc-segment-gap in het kanaal dan op off.',
  ],
  'idoc-not-described': [
    'Het formaat beschrijft dit van de IDoc niet ({count}): {names}.',
    'Ze worden niet gelezen. Noem het rapport van transactie WE60 bij `parser:` van een eigen formaat; dat kent ze dan allemaal.',
  ],
  'idoc-no-place': [
    '`{name}` kan niet worden geschreven: het formaat weet niet waar het in een platte IDoc staat.',
    'Noem het rapport van transactie WE60 bij `parser:` van een eigen formaat, of schrijf XML.',
  ],
};
