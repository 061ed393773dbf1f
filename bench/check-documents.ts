/**
 * How many documents a second does the check take, and which part of it takes the time? `node bench/check-documents.ts`.
 * Compared in the same run with xmllint (many files in one process), where that is installed. Ratios below 1.5 mean nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkXml } from '../src/scsn/check-xml.ts';
import { deliveredXsds, loadSchemas } from '../src/scsn/load-schemas.ts';
import { runRules } from '../src/scsn/rules/run-rules.ts';
import { decodeXmlBytes } from '../src/tree/xml/decode-xml.ts';
import { parseXmlTree } from '../src/tree/xml/parse-xml.ts';
import { atLeast, report } from './kit/report.ts';

const schemas = loadSchemas();
const document = 'scsn/Order';
const fixture = readFileSync(new URL('../src/scsn/fixtures/order.xml', import.meta.url), 'utf8');
const line = /<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/.exec(fixture)?.[0] ?? '';

/** An order of so many lines; every second line is the long one of the fixture. */
function order(lines: number): Uint8Array {
  const numbered = Array.from({ length: lines }, (_, index) => line.replace('00010', `1${index}`));
  return new TextEncoder().encode(fixture.replace(line, numbered.join('\n')));
}

/** Runs a second at the most often, half of it to warm up. */
function perSecond(run: () => unknown): number {
  let [count, start] = [0, performance.now()];
  while (performance.now() - start < 500) run();
  start = performance.now();
  while (performance.now() - start < 1000) {
    run();
    count += 1;
  }
  return (count * 1000) / (performance.now() - start);
}

/** Documents a second of xmllint, the time for starting it and compiling the schema taken off. */
function xmllint(bytes: Uint8Array, copies: number): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'order.xml');
    writeFileSync(file, bytes);
    const seconds = (files: number) => {
      const start = performance.now();
      const schema = join(deliveredXsds, 'Order.xsd');
      const args = ['--nonet', '--noout', '--schema', schema, ...Array<string>(files).fill(file)];
      const { error } = spawnSync('xmllint', args, { stdio: 'ignore' });
      return error === undefined ? (performance.now() - start) / 1000 : undefined;
    };
    const [one, all] = [seconds(1), seconds(copies + 1)];
    return one === undefined || all === undefined ? undefined : copies / Math.max(0.001, all - one);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rows = [1, 7, 20, 500].map((lines) => {
  const bytes = order(lines);
  const text = decodeXmlBytes(bytes).source?.text ?? '';
  const { tree } = parseXmlTree(text);
  if (tree === undefined) throw new Error('the order cannot be read');
  const validator = schemas.validator(document);
  const xsd = perSecond(() => validator.validate(bytes));
  const oracle = xmllint(bytes, lines > 100 ? 50 : 1000);
  return {
    lines,
    kB: Math.round(bytes.length / 1000),
    'check/s': Math.round(perSecond(() => checkXml(bytes, schemas, { document, severities: {} }))),
    'tree/s': Math.round(perSecond(() => parseXmlTree(text))),
    'xsd/s': Math.round(xsd),
    'rules/s': Math.round(perSecond(() => runRules(schemas.rules, tree, document))),
    'xmllint/s': oracle === undefined ? '-' : Math.round(oracle),
    'xsd : xmllint': oracle === undefined ? '-' : Number((xsd / oracle).toFixed(2)),
  };
});
const fourteen = rows[1]?.['xsd : xmllint'];
const ratio = typeof fourteen === 'number' ? atLeast(0.4, fourteen, 2) : { figure: '-' };
report('How many documents a second does the check take?', [
  ...rows.flatMap(({ lines, ...figures }) =>
    Object.entries(figures).map(([what, figure]) => ({ what: `${lines} lines: ${what}`, figure })),
  ),
  { what: 'parse and XSD of 14 kB, ours : xmllint', ...ratio },
]);
schemas.dispose();
