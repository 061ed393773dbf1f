/** An interchange of orders with so many lines: so many bytes at least, or so many messages, numbered from one. */
export function interchange({
  size = 0,
  count = 1,
  first = 1,
  lines,
}: {
  readonly size?: number;
  readonly count?: number;
  readonly first?: number;
  readonly lines: number;
}): Buffer {
  const messages: string[] = [];
  for (let length = 0; length < size || messages.length < count; ) {
    const next = message(first + messages.length, lines);
    messages.push(next);
    length += next.length;
  }
  const head = "UNA:+.? '\r\nUNB+UNOC:3+a:14+b:14+260302:0815+7'";
  return Buffer.from([head, ...messages, `UNZ+${messages.length}+7'`, ''].join('\r\n'));
}

function message(number: number, lines: number): string {
  const rows = Array.from({ length: lines }, (_, n) => line(n + 1)).join('\r\n');
  const head = [
    ...[`BGM+220+PO-${number}+9'`, "DTM+137:20260302:102'", "NAD+BY+4015448000006::9'"],
    ...["NAD+SU+70012::92'", "CUX+2:EUR:9'"],
  ];
  const count = head.length + lines * 6 + 3;
  return [`UNH+${number}+ORDERS:D:96A:UN'`, ...head, rows, "UNS+S'", `UNT+${count}+${number}'`].join('\r\n');
}

const line = (n: number): string =>
  [
    `LIN+${n}++4012345678901:EN'`,
    `PIA+5+ACM-${n}:BP::92+SUP-${n}:SA::91'`,
    `IMD+F++:::Turned shaft 40 mm, steel S355, no ${n}'`,
    `QTY+21:${n}00:PCE'`,
    "DTM+2:20260316:102'",
    "PRI+AAA:12.50::CT:100:PCE'",
  ].join('\r\n');
