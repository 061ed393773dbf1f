import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementModel } from '../schemas/schema-set.ts';

const date = (period: string): readonly string[] => [
  `${period}/EndDate`,
  `Delivery/${period}/EndDate`,
  `LineItem/Delivery/${period}/EndDate`,
];
const inAddress = (name: string): readonly string[] => [name, `Address/${name}`, `PostalAddress/${name}`];
const itemNumber = ['BuyersItemIdentification/ID', 'Item/BuyersItemIdentification/ID'];

/** What writers who do not know UBL call a value, and where UBL has it, seen from the element that they write it into. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  requesteddeliverydate: date('RequestedDeliveryPeriod'),
  deliverydate: date('RequestedDeliveryPeriod'),
  leverdatum: date('RequestedDeliveryPeriod'),
  liefertermin: date('RequestedDeliveryPeriod'),
  promiseddeliverydate: date('PromisedDeliveryPeriod'),
  confirmeddeliverydate: date('PromisedDeliveryPeriod'),
  plaats: inAddress('CityName'),
  woonplaats: inAddress('CityName'),
  city: inAddress('CityName'),
  ort: inAddress('CityName'),
  postcode: inAddress('PostalZone'),
  plz: inAddress('PostalZone'),
  straat: inAddress('StreetName'),
  strasse: inAddress('StreetName'),
  huisnummer: inAddress('BuildingNumber'),
  hausnummer: inAddress('BuildingNumber'),
  land: inAddress('Country/IdentificationCode'),
  aantal: ['Quantity', 'LineItem/Quantity'],
  menge: ['Quantity', 'LineItem/Quantity'],
  prijs: ['PriceAmount', 'Price/PriceAmount', 'LineItem/Price/PriceAmount'],
  preis: ['PriceAmount', 'Price/PriceAmount', 'LineItem/Price/PriceAmount'],
  artikelnummer: itemNumber,
  itemnumber: itemNumber,
  omschrijving: ['Description', 'Item/Description'],
  beschreibung: ['Description', 'Item/Description'],
  naam: ['Name', 'PartyName/Name'],
  opmerking: ['Note'],
  bemerkung: ['Note'],
};

/**
 * Finds where UBL has the value of an element that UBL does not know; undefined where its name gives no
 * hint.
 */
export function findMeantPath({ localName }: TreeElement, model: ElementModel): string | undefined {
  return meanings[localName.toLowerCase()]?.find((path) => hasPath(model, path.split('/')));
}

function hasPath(model: ElementModel, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return model.children === undefined;
  const slot = model.children?.find(({ element }) => element.localName === name);
  return slot !== undefined && hasPath(slot.element, rest);
}
