import { type Decimal, isObject, isSameDecimal, isSameJson, type JsonObject } from '../model/exact-json.ts';
import type { Delivery, OrderLineBody, Prices, ResponseLineBody, Values } from '../model/request-bodies.ts';

export const negotiatedValuesOf = ({
  deliverySchedule,
  prices,
}: OrderLineBody | ResponseLineBody): Values => ({
  deliverySchedule,
  prices,
});

/** What a response leaves out is as asked for: values of a delivery by its position, unit and unit quantity of a price. */
export function fillFromAsked(offered: Values, asked: Values): Values {
  const known = new Map(asked.deliverySchedule?.map((delivery) => [delivery.position, delivery]));
  return {
    deliverySchedule:
      offered.deliverySchedule?.map((delivery) => ({
        ...(delivery.position === undefined ? {} : known.get(delivery.position)),
        ...delivery,
      })) ?? asked.deliverySchedule,
    prices: offered.prices ? { ...units(asked.prices), ...offered.prices } : asked.prices,
  };
}

function units(prices: Prices | undefined): JsonObject {
  const { priceUnitOfMeasureIso, priceUnitQuantity } = prices ?? {};
  return {
    ...(priceUnitOfMeasureIso === undefined ? {} : { priceUnitOfMeasureIso }),
    ...(priceUnitQuantity === undefined ? {} : { priceUnitQuantity }),
  };
}

export function isSameValues(a: Values, b: Values): boolean {
  return samePrices(a.prices, b.prices) && sameSchedule(a.deliverySchedule, b.deliverySchedule);
}

function sameSchedule(a: Values['deliverySchedule'] = [], b: Values['deliverySchedule'] = []): boolean {
  const [left, right] = [byDate(a), byDate(b)];
  return (
    left.length === right.length &&
    left.every((delivery, index) => {
      const other = right[index];
      return other?.date === delivery.date && sameOptional(delivery.quantity, other?.quantity);
    })
  );
}

const byDate = (deliveries: readonly Delivery[]): Delivery[] =>
  [...deliveries].sort((a, b) => String(a.date).localeCompare(String(b.date)));

function samePrices(a: Prices = {}, b: Prices = {}): boolean {
  return (
    isSameJson(amount(a.netPrice), amount(b.netPrice)) &&
    isSameJson(amount(a.grossPrice), amount(b.grossPrice)) &&
    sameOptional(a.discountPercentage, b.discountPercentage) &&
    isSameDecimal(a.priceUnitQuantity ?? 1, b.priceUnitQuantity ?? 1) &&
    (a.priceUnitOfMeasureIso ?? b.priceUnitOfMeasureIso) ===
      (b.priceUnitOfMeasureIso ?? a.priceUnitOfMeasureIso)
  );
}

const amount = (price: Prices['netPrice']): unknown =>
  isObject(price) ? price.priceInTransactionCurrency : undefined;

const sameOptional = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isSameDecimal(a, b);
