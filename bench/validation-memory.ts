/**
 * Does memory grow with the number of validations? `node bench/validation-memory.ts [validations]` (100,000 by default; they
 * take some minutes). Parses and validates orders of 15 kB, every tenth of them broken, and compares the resident memory after
 * a tenth of them with that at the end: it must grow by less than 5 %. As in a worker, the event loop turns between them:
 * within one turn, what libxml2-wasm refers to weakly is kept. The collector runs before each look: left alone it waits until the
 * heap has grown, and what it would find then is no leak.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkXml } from '../src/scsn/check-xml.ts';
import { loadSchemas } from '../src/scsn/load-schemas.ts';
import { below, report, rounded } from './kit/report.ts';

const count = Number(process.argv[2] ?? 100_000);
const schemas = loadSchemas();
const fixture = readFileSync(new URL('../src/scsn/fixtures/order.xml', import.meta.url), 'utf8');
const line = /<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/.exec(fixture)?.[0] ?? '';
const lines = Array.from({ length: 7 }, (_, index) => line.replace('00010', `1${index}`));
const order = fixture.replace(line, lines.join('\n'));
const valid = new TextEncoder().encode(order);
const broken = new TextEncoder().encode(order.replace('>25<', '>2,5<').replace('<cac:Price>', '<cac:Pric>'));
const options = { document: 'scsn/Order', severities: {} } as const;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

function resident(): number {
  if (typeof collect === 'function') collect();
  return Math.round(process.memoryUsage.rss() / 1e6);
}

const marks: { validations: number; megabytes: number; perSecond: number }[] = [];
let last = performance.now();
for (let done = 1; done <= count; done += 1) {
  if (done % 10 === 0) checkXml(broken, schemas, options);
  else schemas.validator('scsn/Order').validate(valid);
  if (done % 10 === 0) await setImmediate();
  if (done % (count / 10) !== 0) continue;
  const now = performance.now();
  marks.push({
    validations: done,
    megabytes: resident(),
    perSecond: Math.round((count * 100) / (now - last)),
  });
  last = now;
}
const first = marks[0]?.megabytes ?? 0;
const end = marks.at(-1)?.megabytes ?? 0;
const growth = ((end - first) / first) * 100;
report(`Does a validator of ${rounded(valid.length / 1000)} kB documents keep memory?`, [
  ...marks.map(({ validations, megabytes, perSecond }) => ({
    what: `after ${validations}: resident, MB / validations a second`,
    figure: `${megabytes} / ${perSecond}`,
  })),
  { what: 'growth over the last nine tenths, %', ...below(5, growth, 1) },
]);
schemas.dispose();
