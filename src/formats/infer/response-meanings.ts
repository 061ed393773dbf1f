import type { HeadingMeaning } from './heading-meanings.ts';

/** What order responses have and orders do not. */
export const responseMeanings: readonly HeadingMeaning[] = [
  {
    ...{ name: 'responseNumber', part: 'order', type: 'identifier', response: 'cbc:ID' },
    words: [
      ...['bevestigingsnummer', 'bevestigingsnr', 'orderbevestiging', 'orderbevestigingsnummer'],
      ...['orderbevestigingsnr', 'auftragsbestätigung', 'auftragsbestätigungsnr', 'bestätigungsnummer'],
      ...['bestätigungsnr', 'ab nr', 'ab nummer', 'confirmation', 'confirmation no', 'confirmation number'],
      ...['order confirmation', 'order confirmation no', 'order confirmation number', 'acknowledgement no'],
      ...['acknowledgment no', 'response number', 'response no'],
    ],
  },
  {
    ...{ name: 'responseDate', part: 'order', type: 'date', response: 'cbc:IssueDate' },
    words: [
      ...['bevestigingsdatum', 'datum bevestiging', 'antwoorddatum', 'bevestigd op', 'bestätigungsdatum'],
      ...['datum der bestätigung', 'antwortdatum', 'ab datum', 'confirmation date', 'response date'],
      ...['date of confirmation', 'acknowledgement date', 'acknowledgment date', 'date confirmed'],
    ],
  },
  {
    ...{ name: 'salesOrder', part: 'order', type: 'identifier', response: 'cbc:SalesOrderID' },
    words: [
      ...['verkooporder', 'verkoopordernr', 'verkoopordernummer', 'ons ordernr', 'ons ordernummer'],
      ...['onze order', 'auftrag', 'auftragsnr', 'auftragsnummer', 'unsere auftragsnr', 'kundenauftrag'],
      ...['unsere auftragsnummer', 'sales order', 'sales order no', 'sales order number', 'our order no'],
      ...['our order', 'our order number', 'so number', 'so no', 'vbeln'],
    ],
  },
  {
    ...{ name: 'answer', part: 'order', type: 'identifier', response: 'cbc:OrderResponseCode' },
    words: [...['antwoord', 'antwort', 'answer', 'response', 'response code', 'acceptatie', 'acceptance']],
  },
  {
    ...{ name: 'salesPosition', part: 'line', type: 'identifier', response: 'cac:LineItem/cbc:SalesOrderID' },
    words: [
      ...['verkoopregel', 'verkooporderregel', 'onze regel', 'auftragsposition', 'auftragspos'],
      ...['sales line', 'sales order line', 'our line', 'posnr verkoop'],
    ],
  },
  {
    // the order says it; what is answered is the quantity
    ...{ name: 'orderedQuantity', part: 'line', type: 'decimal' },
    words: [
      ...['besteld aantal', 'besteld', 'bestelde hoeveelheid', 'bestelaantal', 'aantal besteld'],
      ...['bestellmenge', 'bestellte menge', 'auftragsmenge', 'ordered', 'ordered qty', 'ordered quantity'],
      ...['qty ordered', 'quantity ordered', 'order qty', 'order quantity', 'requested quantity'],
    ],
  },
];

/** What response headings say in so many words, of what orders have too; by the name of the meaning. */
export const responseWords: Readonly<Record<string, readonly string[]>> = {
  number: [
    ...['uw order', 'uw ordernr', 'uw ordernummer', 'uw bestelnr', 'uw bestelnummer', 'uw referentie'],
    ...[
      'klantorder',
      'klantordernr',
      'klantordernummer',
      'klantreferentie',
      'ordernr klant',
      'referentie klant',
    ],
    ...['ordernummer klant', 'bestelnummer klant', 'ihre bestellnr', 'ihre bestellnummer', 'ihre bestellung'],
    ...['kundenbestellnr', 'kundenbestellnummer', 'kundenbestellung', 'kundenreferenz', 'ihr zeichen'],
    ...['your order', 'your order no', 'your order number', 'your reference', 'your ref', 'customer order'],
    ...['customer order no', 'customer order number', 'customer po', 'customer po no', 'customer reference'],
    ...['customer po number', 'cust po', 'bstkd', 'bstnk', 'external document no'],
  ],
  date: [
    ...['orderdatum', 'besteldatum', 'inkoopdatum', 'bestelldatum', 'auftragsdatum', 'order date', 'po date'],
  ],
  buyer: [
    ...['klant', 'klantnr', 'klantnummer', 'klantcode', 'debiteur', 'debiteurnr', 'debiteurnummer'],
    ...['debiteurcode', 'kunde', 'kundennr', 'kundennummer', 'debitor', 'debitorennr', 'debitorennummer'],
    ...['customer', 'customer no', 'customer number', 'customer id', 'customer code', 'customer account'],
    ...['sold to', 'sell to customer no', 'kunnr'],
  ],
  position: [
    ...[
      'klantregel',
      'uw regel',
      'uw regelnr',
      'uw positie',
      'regel klant',
      'kundenposition',
      'ihre position',
    ],
    ...['ihre pos', 'customer line', 'customer line no', 'your line', 'your line no', 'po line', 'posex'],
  ],
  item: [
    ...['artikel klant', 'artikelnr klant', 'klantartikel', 'klantartikelnr', 'uw artikel', 'uw artikelnr'],
    ...['uw artikelnummer', 'kundenartikel', 'kundenartikelnr', 'kundenmaterial', 'ihre artikelnr'],
    ...['ihre artikelnummer', 'customer item', 'customer item no', 'customer part', 'customer part no'],
    ...['your item', 'your item no', 'your part no', 'kdmat'],
  ],
  supplierItem: [
    ...['ons artikel', 'ons artikelnr', 'ons artikelnummer', 'onze artikelcode', 'unser artikel'],
    ...['unsere artikelnr', 'unsere artikelnummer', 'our item', 'our item no', 'our part no', 'matnr'],
  ],
  quantity: [
    ...['bevestigd aantal', 'aantal bevestigd', 'bevestigde hoeveelheid', 'toegezegd aantal'],
    ...['bestätigte menge', 'zugesagte menge', 'menge bestätigt', 'confirmed quantity', 'confirmed qty'],
    ...['quantity confirmed', 'qty confirmed', 'promised quantity', 'accepted quantity', 'bmeng'],
  ],
  confirmedDelivery: [
    ...['bevestigde datum', 'leverdatum bevestigd', 'toegezegde datum', 'toegezegde leverdatum'],
    ...['bevestigde levering', 'bev leverdatum', 'bestätigtes lieferdatum', 'bestätigter liefertag'],
    ...[
      'bestät termin',
      'best termin',
      'zugesagter termin',
      'zugesagter liefertermin',
      'liefertermin bestätigt',
    ],
    ...['promised delivery date', 'promised delivery', 'confirmed delivery', 'committed date'],
    ...['acknowledged date', 'ship date confirmed', 'delivery date confirmed'],
  ],
  delivery: [
    ...['gewenste leverdatum', 'gewenste leverdat', 'leverdatum gewenst', 'gevraagde leverdatum'],
    ...[
      'gevraagde datum',
      'gewenste datum',
      'wunschtermin',
      'wunschliefertermin',
      'gewünschter liefertermin',
    ],
    ...['requested date', 'requested delivery date', 'requested receipt date', 'required date', 'req date'],
    ...['date required', 'need by date', 'customer requested date'],
  ],
  status: [
    ...[
      'regelantwoord',
      'antwoord regel',
      'bevestigingsstatus',
      'status regel',
      'antwortcode',
      'positionsantwort',
    ],
    ...['bestätigungsstatus', 'line answer', 'line response', 'confirmation status', 'acknowledgement code'],
  ],
};

/**
 * What a heading of an order may mean in a response, in this order: the first that no other heading says in so many words. `Leverdatum` is the
 * promised date, unless `Bevestigde leverdatum` stands beside it.
 */
export const responseAlternatives: Readonly<Record<string, readonly string[]>> = {
  number: ['number', 'salesOrder'],
  date: ['responseDate', 'date'],
  position: ['position', 'salesPosition'],
  quantity: ['quantity', 'orderedQuantity'],
  delivery: ['confirmedDelivery', 'delivery'],
};

/** How much it speaks for a response that a heading says this in so many words; 2 is enough. */
export const responseSigns: Readonly<Record<string, number>> = {
  ...{ responseNumber: 2, responseDate: 2, answer: 2, salesOrder: 1, buyer: 1 },
  ...{ quantity: 1, confirmedDelivery: 1 },
};

/** What the lines of a response are said to be; orders have other words. */
export const answerWords =
  /^(accepted|confirmed|acknowledged|akkoord|bevestigd|geaccepteerd|bestätigt|angenommen|rejected|refused|afgewezen|geweigerd|abgelehnt)$/i;
