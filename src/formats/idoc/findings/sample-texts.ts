import type { LocalizedText } from '../../../findings/localized-text.ts';

/** Why samples of this syntax make no format. */
export const noMessageType: LocalizedText = {
  en: 'The control record (EDI_DC40) says no message type (MESTYP), such as ORDERS.',
  nl: 'Het controlerecord (EDI_DC40) noemt geen berichttype (MESTYP), zoals ORDERS.',
};

export const renderUnknownMessage = (message: string): LocalizedText => ({
  en: `IDocs ${message} have no delivered segments: copy idoc-orders, and name the report of transaction WE60 under \`parser:\`.`,
  nl: `Voor IDocs ${message} zijn er geen meegeleverde segmenten: kopieer idoc-orders en noem het verslag van transactie WE60 onder \`parser:\`.`,
});
