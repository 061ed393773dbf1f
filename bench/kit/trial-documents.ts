import { readFileSync } from 'node:fs';
import { packageFile } from '../../src/package.ts';

/** Documents that keys are tried on: fixtures, with as many lines as are asked for. */

const fixtures = packageFile('mappings', 'fixtures');

/** An order of so many lines: those of the fixture in turn. */
export function buildOrder(count: number): Uint8Array {
  const full = readFileSync(`${fixtures}/order-to-exchange.full/document.xml`, 'utf8');
  const lines = full.match(/<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/g) ?? [];
  const numbered = Array.from({ length: count }, (_, index) =>
    (lines[index % lines.length] ?? '').replace(/(<cac:LineItem>\s*<cbc:ID>)[^<]*/, `$1${index + 1}`),
  );
  return Buffer.from(full.replace(/<cac:OrderLine>[\s\S]*<\/cac:OrderLine>/, numbered.join('\n')));
}

/** An order of so many bytes or a little more. */
export const buildOrderOfSize = (bytes: number): Uint8Array =>
  buildOrder(Math.ceil(bytes / (buildOrder(500).length / 500)));

/** An EDIFACT order of so many lines: the first of the fixture again and again. */
export function buildInterchange(count: number): Uint8Array {
  const text = readFileSync(`${fixtures}/edifact-orders-to-order.full/document.edi`, 'utf8');
  const [head = '', first = '', ...rest] = text.split(/^(?=LIN\+)/m);
  const tail = rest
    .join('')
    .replace(/^[\s\S]*?(?=^UNS)/m, '')
    .replace(/UNT\+\d+/, `UNT+${segments(head) - 2 + count * segments(first) + 4}`);
  const numbered = Array.from({ length: count }, (_, n) => first.replace(/^LIN\+\d+/, `LIN+${n + 1}`));
  return Buffer.from([head, ...numbered, tail].join('').replace(/CNT\+2:\d+/, `CNT+2:${count}`));
}

const segments = (text: string): number => text.split("'\n").length - 1;
