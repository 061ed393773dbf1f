import { isSameJson, type JsonObject } from '../model/exact-json.ts';
import type { Clock } from '../model/increasing-clock.ts';
import { type OrderBody, type OrderLineBody, Refusal, type ResponseBody } from '../model/request-bodies.ts';
import { cancel, complete, type Line, update } from './negotiate-line.ts';
import { negotiatedValuesOf } from './negotiated-values.ts';
import { applyResponseLine, newLine, omitTimes, refuseNumbers, requireLine } from './order-lines.ts';
import { type Order, orderView } from './order-view.ts';

/** What happened to some lines of an order: one webhook call. */
export interface Change {
  readonly order: Order;
  readonly eventName: string;
  readonly lines: readonly Line[];
}

/** An order that was put as it is: given back unchanged, not negotiated. */
export interface VerbatimOrder {
  readonly id: string;
  readonly lastUpdatedAt: string;
  readonly json: JsonObject;
}

export interface StoreOptions {
  readonly clock: Clock;
  readonly companyId: string;
  readonly supplierCompanyId: string;
  /** The buyer's number at the supplier, shown in orders. */
  readonly buyerAccountNumber: string;
}

/** All orders, by the exchange's id: buyer's company and purchase order number. */
export class Store {
  readonly #options: StoreOptions;
  readonly #orders = new Map<string, Order>();
  readonly #verbatim = new Map<string, VerbatimOrder>();

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** The exchange's id of an order: the buyer's company and its purchase order number. */
  idOf({ order }: OrderBody): string {
    return `${order.companyId ?? this.#options.companyId}-${order.purchaseOrderNumber}`;
  }

  /** Takes an order as the buyer's ERP sends it: an upsert by company and number. Throws Refusal. */
  takeOrder(body: OrderBody): Change[] {
    refuseNumbers(body.order.supplierAccountNumber, body.order.purchaseOrderNumber);
    const companyId = body.order.companyId ?? this.#options.companyId;
    const id = this.idOf(body);
    const known = this.#orders.get(id);
    if (body.lines.length === 0 && !(known && body.order.indicators?.cancelLineWhenMissing))
      throw new Refusal(400, 'An order has at least one line.');
    const order = known ?? this.#create(id, companyId, body);
    const events = body.lines.map((line) => [this.#takeLine(order, body, line), line.position] as const);
    const header = this.#takeHeader(order, body);
    return this.#changed(order, [
      ...events.map(([event, position]) => [known ? event : 'OrderIssuedByBuyer', position] as const),
      ...this.#missing(order, body),
      ...(known && header ? [['OrderLinesUpdatedByBuyer', undefined] as const] : []),
    ]);
  }

  /** Takes a response of the supplier's ERP. Throws Refusal 404 when the order is not known. */
  takeResponse(body: ResponseBody): Change[] {
    const { buyerAccountNumber, purchaseOrderNumber } = body.order;
    refuseNumbers(buyerAccountNumber, purchaseOrderNumber);
    const order = this.#respondedTo(buyerAccountNumber, purchaseOrderNumber);
    const lines = body.lines.map(
      (line) => [requireLine(order, line.purchaseOrderLinePosition), line] as const,
    );
    const { order: header } = body;
    const { companyId: _company, purchaseOrderNumber: _number, indicators: _indicators, ...rest } = header;
    order.supplierOrder = { ...order.supplierOrder, ...rest };
    return this.#changed(
      order,
      lines.map(([line, given]) => [applyResponseLine(order, line, given, body), line.position]),
    );
  }

  /** What a person does in the portal to some lines (all, when none is named). `act` gives the event's name. */
  act(
    idOrNumber: string,
    positions: readonly string[] | undefined,
    act: (line: Line) => string | undefined,
  ): Change[] {
    const order = this.find(idOrNumber);
    const lines = positions?.map((position) => requireLine(order, position)) ?? order.lines;
    return this.#changed(
      order,
      lines.map((line) => [act(line), line.position]),
    );
  }

  find(idOrNumber: string): Order {
    const order =
      this.#orders.get(idOrNumber) ??
      [...this.#orders.values()].find(({ purchaseOrderNumber }) => purchaseOrderNumber === idOrNumber);
    if (!order) throw new Refusal(404, `There is no order ${idOrNumber}.`);
    return order;
  }

  put(order: VerbatimOrder): void {
    this.#verbatim.set(order.id, order);
  }

  clear(): void {
    this.#orders.clear();
    this.#verbatim.clear();
  }

  /** As GET gives it. */
  view(id: string): JsonObject | undefined {
    const order = this.#orders.get(id);
    return this.#verbatim.get(id)?.json ?? (order && orderView(order));
  }

  /** Everything changed at or after this instant, oldest first. */
  since(
    timestamp: string | undefined,
  ): { readonly lastUpdatedAt: string; readonly view: () => JsonObject }[] {
    const from = timestamp === undefined ? 0 : Date.parse(timestamp);
    const all = [
      ...[...this.#orders.values()].map((order) => ({
        lastUpdatedAt: order.lastUpdatedAt,
        view: () => orderView(order),
      })),
      ...[...this.#verbatim.values()].map(({ lastUpdatedAt, json }) => ({ lastUpdatedAt, view: () => json })),
    ];
    return all
      .filter((order) => Date.parse(order.lastUpdatedAt) >= from)
      .sort((a, b) => Date.parse(a.lastUpdatedAt) - Date.parse(b.lastUpdatedAt));
  }

  #create(id: string, companyId: string, body: OrderBody): Order {
    const { supplierCompanyId, buyerAccountNumber } = this.#options;
    const { purchaseOrderNumber } = body.order;
    const order: Order = {
      id,
      companyId,
      purchaseOrderNumber,
      buyerOrder: {},
      supplierOrder: { companyId: supplierCompanyId, buyerAccountNumber },
      autoConfirm: false,
      lines: [],
      version: 0,
      lastUpdatedAt: '',
    };
    this.#orders.set(id, order);
    return order;
  }

  /** Was anything of the header new? */
  #takeHeader(order: Order, body: OrderBody): boolean {
    const { order: header, lines: _lines, ...erp } = body;
    const before = order.buyerOrder;
    const after = { ...before, companyId: order.companyId, ...header, ...omitTimes(erp) };
    order.buyerOrder = { ...after, ...erp };
    order.autoConfirm = header.indicators?.autoConfirm ?? order.autoConfirm;
    return !isSameJson(omitTimes(before), omitTimes(after));
  }

  #takeLine(order: Order, { order: header }: OrderBody, given: OrderLineBody): string | undefined {
    const indicators = { ...header.indicators, ...given.indicators };
    const known = order.lines.find(({ position }) => position === given.position);
    const line = known ?? newLine(given);
    if (!known) order.lines.push(line);
    const { deliverySchedule: _schedule, prices: _prices, ...buyer } = given;
    const other = !isSameJson(line.buyer, buyer);
    line.buyer = { ...line.buyer, ...buyer };
    line.proposeWhenAccepted = indicators.proposeWhenAccepted ?? line.proposeWhenAccepted;
    const event = known ? update(line, negotiatedValuesOf(given)) : 'OrderLinesIssuedByBuyer';
    if (indicators.completed) return complete(line) ?? event;
    if (indicators.cancelled) return cancel(line) ?? event;
    return event ?? (other ? 'OrderLinesUpdatedByBuyer' : undefined);
  }

  /** `cancelLineWhenMissing`: lines that the body does not name are cancelled. */
  #missing(order: Order, body: OrderBody): (readonly [string | undefined, string])[] {
    if (!body.order.indicators?.cancelLineWhenMissing) return [];
    const named = new Set(body.lines.map((line) => line.position));
    return order.lines
      .filter((line) => !named.has(line.position))
      .map((line) => [cancel(line), line.position]);
  }

  #respondedTo(account: string, number: string): Order {
    const orders = [...this.#orders.values()].filter((order) => order.purchaseOrderNumber === number);
    const order =
      orders.find(({ supplierOrder }) => supplierOrder.buyerAccountNumber === account) ?? orders[0];
    if (!order) throw new Refusal(404, `Buyer account ${account} has no purchase order ${number}.`);
    return order;
  }

  /** Stamps order and affected lines, and groups the lines by event. `position` undefined: the header alone. */
  #changed(
    order: Order,
    events: readonly (readonly [event: string | undefined, position: string | undefined])[],
  ): Change[] {
    const groups = new Map<string, Line[]>();
    for (const [event, position] of events) {
      if (event === undefined) continue;
      const lines = order.lines.filter((line) => line.position === position);
      groups.set(event, [...(groups.get(event) ?? []), ...lines]);
    }
    if (groups.size === 0) return [];
    order.version += 1;
    order.lastUpdatedAt = this.#options.clock.next();
    for (const line of [...groups.values()].flat()) line.lastUpdatedAt = order.lastUpdatedAt;
    return [...groups].map(([eventName, lines]) => ({ order, eventName, lines }));
  }
}
