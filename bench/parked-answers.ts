/**
 * Which order responses wait for a person because a value of theirs goes nowhere? `node bench/parked-answers.ts [FOLDER…]`: the responses
 * in these folders, else the fixtures of the delivered mappings and the samples. Each is prepared with the order that its fixture knows, or
 * with none; `could` are those that would wait if the order said something else in every value that they lose.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inboundChannel } from '../src/config/schema/config-schema.ts';
import type { InboundChannel } from '../src/pipeline/channel/channel.ts';
import { checkWithTree } from '../src/pipeline/check/check-document.ts';
import { changeState, emptyState } from '../src/pipeline/order-state/order-state.ts';
import { prepareDocument } from '../src/pipeline/prepare/prepare.ts';
import type { PrepareResult } from '../src/pipeline/prepare/prepare-task.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { sha256 } from '../src/text/sha256.ts';

const all = loadChannelRuntimes(undefined);
const tools = all.forSchemas(undefined);
const repository = fileURLToPath(new URL('..', import.meta.url));

/** The formats of responses, by what their documents begin with. */
const formats: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [/<(\w+:)?OrderResponse[\s>]/, 'scsn/OrderResponse', []],
  [/UNH\+[^']*ORDRSP:D:96A/, 'edifact-d96a-ordrsp', ['edifact-ordrsp-to-order-response']],
  [/UNH\+[^']*ORDRSP:D:01B/, 'edifact-d01b-ordrsp', ['edifact-d01b-ordrsp-to-order-response']],
  [/<ORDRSP|<MESTYP>ORDRSP|^EDI_DC40.*ORDRSP/, 'idoc-ordrsp', ['idoc-ordrsp-to-order-response']],
];

function channelOf(document: string, translations: readonly string[]): InboundChannel {
  const closing = translations.length === 0 ? [] : ['complete-order-response'];
  return {
    ...{ name: 'answers', kind: 'response', companyId: 'company-1', as: 'supplier', language: 'en' },
    ...{ direction: 'inbound', upload: false },
    settings: inboundChannel.parse({
      ...{ from: { folder: '/erp/out' }, document, to: { exchange: 'api-connector/order-response' } },
      map: [...translations, ...closing, 'order-response-to-exchange'],
    }),
  };
}

function prepareAnswer(
  channel: InboundChannel,
  bytes: Buffer,
  received: string | undefined,
): PrepareResult | string {
  const source = { kind: 'file', id: 'c', name: 'document', size: bytes.length, mtime: 1 } as const;
  const { result, translated } = checkWithTree(tools, channel, { bytes, source });
  if (result.verdict !== 'ready') return `${result.verdict} at check`;
  const order = Buffer.from(received ?? '');
  const state = changeState(
    emptyState,
    { received: { body: sha256(order), lines: {} } },
    { channel: 'events', direction: 'outbound', message: 1, arrival: 1, at: '2026-01-01T00:00:00.000Z' },
  );
  return prepareDocument(tools, {
    ...{ channel, bytes, now: '2026-01-02T00:00:00.000Z' },
    message: { id: 2, arrival: 2, hash: sha256(bytes), forced: false, note: false },
    ...(received === undefined
      ? { bodies: {} }
      : { bodies: { [sha256(order)]: order }, state: JSON.stringify(state) }),
    ...(translated === undefined ? {} : { translated }),
  });
}

/** What a fixture knows of the order. */
function receivedFor(path: string): string | undefined {
  const context = join(dirname(path), 'context.json');
  if (!basename(path).startsWith('document.') || !existsSync(context)) return undefined;
  const { received } = JSON.parse(readFileSync(context, 'utf8'));
  return received === undefined ? undefined : JSON.stringify(received);
}

/** What becomes of one response. */
interface JudgedAnswer {
  readonly path: string;
  readonly end: string;
  readonly could: readonly string[];
}

function judgeAnswer(path: string): JudgedAnswer | undefined {
  const bytes = readFileSync(path);
  const head = bytes.toString('latin1');
  const format = formats.find(([begins]) => begins.test(head));
  if (format === undefined) return undefined;
  const result = prepareAnswer(channelOf(format[1], format[2]), bytes, receivedFor(path));
  if (typeof result === 'string') return { path, end: result, could: [] };
  const lost = 'lost' in result ? (result.lost ?? []) : [];
  const could = lost.filter(({ path: leaf }) => {
    const { counterpart } = tools.classOf(leaf);
    return counterpart !== undefined && counterpart !== 'line' && counterpart !== 'base';
  });
  const held = 'findings' in result ? result.findings.filter(({ severity }) => severity === 'park') : [];
  const why = result.kind === 'park' ? held.map(({ code, path: at }) => `${code} ${at ?? ''}`) : [];
  const end = result.kind === 'settle' ? result.outcome : result.kind;
  return { path, end: [end, ...why].join(' '), could: could.map(({ path: leaf }) => leaf) };
}

const filesIn = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesIn(join(path, name)))
    : /\.(xml|edi|txt)$/.test(path) && !/expected/.test(basename(path))
      ? [path]
      : [];

const given = process.argv.slice(2);
const places =
  given.length > 0 ? given : [join(repository, 'mappings/fixtures'), join(repository, 'samples')];
const answers = places.flatMap(filesIn).flatMap((path) => {
  if (!/to-order-response\.|order-response-to-exchange\./.test(path) && /fixtures/.test(path)) return [];
  return judgeAnswer(path) ?? [];
});
all.dispose();

const lostIn = answers.filter(({ end }) => end.includes('value-not-carried'));
for (const { path, end } of lostIn) console.log(`waits  ${path}: ${end}`);
if (given.length > 0) for (const { path, end } of answers) console.log(`ends   ${path}: ${end}`);
for (const { path, could } of answers.filter((one) => one.could.length > 0 && !lostIn.includes(one)))
  console.log(`could  ${path}: ${could.join(', ')}`);
const ends = Map.groupBy(answers, ({ end }) => end.split(' ')[0]);
console.log([...ends].map(([end, some]) => `${end} ${some.length}`).join(', '));
console.log(`${answers.length} responses, ${lostIn.length} wait because of a value that goes nowhere`);
