/**
 * Is mapping fast enough beside parsing and validating? `node bench/map-order.ts`. Prints the three targets: a 20-line order
 * mapped at least 250 times a second with its tree at hand, a 500-line order in less than 150 ms, and parse + validate +
 * map of the 500-line order in at most 3 times parse + validate; and one for people: a 500-line order explained, with what of it
 * is lost, in less than 450 ms. What a message tells of its loss may take a tenth of the time of check and mapping together. All in one
 * process on one core.
 */
import { fileURLToPath } from 'node:url';
import { buildFormats } from '../src/formats/format-registry.ts';
import { listLostThroughChain } from '../src/mapping/explain/chain-loss.ts';
import { explainRun } from '../src/mapping/explain/explain-run.ts';
import { buildLossReport } from '../src/mapping/explain/leaf-fates.ts';
import { loadMapping } from '../src/mapping/load-mapping.ts';
import type { MappingContext } from '../src/mapping/mapping.ts';
import { checkXml } from '../src/scsn/check-xml.ts';
import { loadSchemas } from '../src/scsn/load-schemas.ts';
import type { TreeDocument } from '../src/tree/nodes/tree-node.ts';
import { parseXmlTree } from '../src/tree/xml/parse-xml.ts';
import { atLeast, atMost, below, percentile, report, rounded } from './kit/report.ts';
import { buildOrder } from './kit/trial-documents.ts';

const schemas = loadSchemas();
const formats = buildFormats(() => schemas);
const folder = fileURLToPath(new URL('../mappings', import.meta.url));
const { mapping } = loadMapping('order-to-exchange', [folder], formats);
if (mapping === undefined) throw new Error('the mapping cannot be loaded');

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function tree(text: string): TreeDocument {
  const read = parseXmlTree(text);
  if (read.tree === undefined) throw new Error('the order cannot be read');
  return read.tree;
}

const context: MappingContext = {
  channel: { companyId: 'c', timeZone: 'Europe/Amsterdam' },
  event: '',
  now: '2026-11-02T09:00:00.000Z',
  change: () => 'new',
};

function map(source: TreeDocument): void {
  const { target, findings } = mapping?.run(source, context) ?? { findings: [] };
  if (target === undefined) throw new Error(JSON.stringify(findings));
}

/** With what every message tells beside: the leaves that go nowhere. */
const hearing: MappingContext = { ...context, onRunValues: (values) => listLostThroughChain([values]) };

function mapHeard(source: TreeDocument): void {
  if (mapping?.run(source, hearing).target === undefined) throw new Error('nothing is made of the order');
}

/** How much longer one takes than the other, by turns of a few runs: both see the same machine, however busy it is. */
function ratioOf(one: () => unknown, other: () => unknown): number {
  const turn = (run: () => unknown): number => {
    const start = cpu();
    for (let runs = 0; runs < 12; runs += 1) run();
    return cpu() - start;
  };
  const turns = Array.from({ length: 60 }, () => [turn(one), turn(other)] as const).slice(10);
  const [times, others] = [turns.map(([time]) => time), turns.map(([, time]) => time)];
  return percentile(times, 0.5) / percentile(others, 0.5);
}

function explained500(source: TreeDocument): void {
  if (mapping !== undefined) buildLossReport(mapping, source, context, explainRun(mapping, source, context));
}

/** Milliseconds of this thread's own time on a core so far: other work on the machine does not count. Ticks of 4 ms. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of a run, from half a second of runs: many ticks of the clock. */
function batch(run: () => unknown): number {
  const start = cpu();
  let runs = 0;
  for (; cpu() - start < 500; runs += 1) run();
  return (cpu() - start) / runs;
}

/** Median milliseconds of a run in five batches, after two to warm up. */
function milliseconds(run: () => unknown): number {
  const times = Array.from({ length: 7 }, () => batch(run)).slice(2);
  return percentile(times, 0.5);
}

const check = (bytes: Uint8Array) => checkXml(bytes, schemas, { document: 'scsn/Order', severities: {} });
const twentyLines = buildOrder(20);
const twenty = tree(decode(twentyLines));
const bytes = buildOrder(500);
const text = decode(bytes);
const checked = milliseconds(() => check(bytes));
const both = milliseconds(() => {
  const found = check(bytes).tree;
  if (found !== undefined) map(found);
});
const large = tree(text);
// a tree of its own each time: paths are counted once a tree
const read = milliseconds(() => tree(text));
const explained = milliseconds(() => explained500(tree(text))) - read;
const perSecond = 1000 / milliseconds(() => map(twenty));
const alone = milliseconds(() => map(large));
const checkedAnd = (run: (source: TreeDocument) => void) => () => {
  const found = check(twentyLines).tree;
  if (found !== undefined) run(found);
};
const lossRatio = ratioOf(checkedAnd(mapHeard), checkedAnd(map));
const lossAlone = ratioOf(
  () => mapHeard(twenty),
  () => map(twenty),
);
report('What does a mapping cost?', [
  { what: '20 lines mapped, a second', ...atLeast(250, perSecond) },
  { what: '500 lines mapped, ms', ...below(150, alone) },
  { what: '500 lines: parse + validate, ms', figure: rounded(checked) },
  { what: '500 lines: parse + validate + map, ms', figure: rounded(both) },
  { what: 'ratio of the last two', ...atMost(3, both / checked, 2) },
  { what: '20 lines checked and mapped: with loss / without', ...atMost(1.1, lossRatio, 3) },
  { what: '20 lines mapped alone: with loss / without', figure: rounded(lossAlone, 3) },
  { what: '500 lines: explain + loss, ms', ...below(450, explained) },
]);
schemas.dispose();
