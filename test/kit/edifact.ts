/** Interchanges of orders, small as can be. */

export interface EdifactOrder {
  readonly number: string;
  readonly quantity?: number;
  /** CCYYMMDD of the document. */
  readonly date?: string;
  /** UNH 0062; by default its place in the interchange. */
  readonly reference?: string;
  /** Without it the message does not name the supplier's account. */
  readonly account?: string;
}

export interface Interchange {
  /** UNB 0020. */
  readonly reference?: string;
  /** YYMMDD:HHMM of preparation. */
  readonly prepared?: string;
  readonly recipient?: string;
  /** UNB 0035. */
  readonly test?: boolean;
}

export function edifactOrders(
  orders: readonly EdifactOrder[],
  { reference = '77', prepared = '260302:0815', recipient = '8712345000004:14', test }: Interchange = {},
): string {
  const unb = `UNB+UNOC:3+4015448000006:14+${recipient}+${prepared}+${reference}${test ? '++++++1' : ''}'`;
  const messages = orders.flatMap((order, n) => message({ reference: String(n + 1), ...order }));
  return [unb, ...messages, `UNZ+${orders.length}+${reference}'`, ''].join('\n');
}

function message({
  number,
  quantity = 100,
  date = '20260302',
  reference = '1',
  account,
}: EdifactOrder): readonly string[] {
  const body = [
    `BGM+220+${number}+9'`,
    `DTM+137:${date}:102'`,
    "NAD+BY+4015448000006::9'",
    account === undefined ? "NAD+SU+8712345000004::9'" : `NAD+SU+${account}::92'`,
    "CUX+2:EUR:9'",
    "LIN+10'",
    "PIA+5+ACM-100:BP'",
    "IMD+F++:::Turned shaft'",
    `QTY+21:${quantity}:PCE'`,
    "DTM+2:20260316:102'",
    "PRI+AAA:12.50'",
    "UNS+S'",
  ];
  return [`UNH+${reference}+ORDERS:D:96A:UN'`, ...body, `UNT+${body.length + 2}+${reference}'`];
}
