import { isObject, type JsonObject } from '../model/exact-json.ts';
import type { DespatchBody, DespatchLineBody } from '../model/request-bodies.ts';

export interface ShipmentOptions {
  readonly companyId: string;
  readonly supplierCompanyId: string;
  readonly now: string;
}

/** What becomes of a despatch advice: a shipment as GET gives it, its id the supplier's company and number. */
export function buildShipment({ header, lines, ...erp }: DespatchBody, options: ShipmentOptions): JsonObject {
  const { companyId, now } = options;
  const supplierCompanyId = header.supplierCompanyId ?? options.supplierCompanyId;
  const { shipmentNumber, trackingNumber, departure, destination, finalDestination } = header.shipment;
  return {
    id: `${supplierCompanyId}-${shipmentNumber}`,
    identifiers: { trackingNumber },
    supplierShipment: {
      companyId: supplierCompanyId,
      buyerAccountNumber: header.buyerAccountNumber,
      shipmentNumber,
      documents: header.documents ?? [],
    },
    buyerShipment: { companyId, documents: [] },
    loadCarriers: [],
    lines: lines.map((line) => shipmentLine(line, header.despatchAdviceNumber, now)),
    locations: {
      departure: isObject(departure) ? { ...departure, atdDate: departure.actualDate } : undefined,
      destinations: [finalDestination ?? destination].filter(isObject).map(arrival),
    },
    processStatus: 'Issued',
    meta: { lastUpdatedAt: now, supplierErpMeta: { despatchAdviceErpIssueDateTime: erp.erpIssueDateTime } },
  };
}

function shipmentLine(line: DespatchLineBody, despatchAdviceNumber: string, now: string): JsonObject {
  const { despatchAdviceLinePosition, despatchQuantity, backorderQuantity, ...order } = line;
  return {
    ...order,
    supplierLine: { despatchAdviceNumber, despatchAdviceLinePosition, despatchQuantity, backorderQuantity },
    meta: { lastUpdatedAt: now },
  };
}

const arrival = ({ scheduledStartDate, scheduledEndDate, ...visit }: JsonObject): JsonObject => ({
  ...visit,
  etaStartDate: scheduledStartDate,
  etaEndDate: scheduledEndDate,
});
