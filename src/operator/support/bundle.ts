import { release } from 'node:os';
import type { Journal, Task } from '../../journal/interface.ts';
import type { Message, PartInfo } from '../../journal/message.ts';
import type { Site } from '../../replay/again.ts';
import { ingredientsOf, textsOf } from '../../replay/version.ts';
import { masked } from '../../tree/mask.ts';
import type { Finding } from '../../types.ts';
import { version } from '../../version.ts';
import { Tracer } from './trace.ts';

/** Everything about some messages, as files for whoever helps. */

export type BundleFile = readonly [name: string, content: Uint8Array | string];

export interface BundleOptions {
  /** Values of documents are masked, and what quotes them is left out. */
  readonly mask: boolean;
  /** The config without secrets. */
  readonly config: string;
  /** What messages are run again with, to tell where their values come from; undefined: the config cannot be used. */
  readonly site: Site | undefined;
  /** Called before each message. */
  readonly progress?: (done: number, of: number) => void;
}

/** One file after the other, so that a large bundle needs no more memory than its largest message. Throws where there is no such message. */
export async function* bundleOf(
  journal: Journal,
  ids: readonly number[],
  { mask, config, site, progress }: BundleOptions,
): AsyncGenerator<BundleFile> {
  const messages = await Promise.all(ids.map((id) => existing(journal, id)));
  const tracer = site && new Tracer(site, mask);
  const versions = new Set<string>();
  try {
    for (const [done, message] of messages.entries()) {
      progress?.(done, messages.length);
      yield* filesOf(journal, message, mask);
      yield* madeWith(journal, message, { mask, versions });
      yield [`message-${message.id}/trace.txt`, tracer ? await tracer.traceOf(message.id) : noConfig];
    }
  } finally {
    await tracer?.close();
  }
  const machine = { gateway: version, node: process.version, system: `${process.platform} ${release()}` };
  yield ['versions.json', json(machine)];
  yield ['gateway.yaml', config];
}

async function existing(journal: Journal, id: number): Promise<Message> {
  const message = await journal.message(id);
  if (!message) throw new Error(`There is no message ${id}.`);
  return message;
}

const noConfig =
  'The message cannot be run again, because the config has errors (gateway check tells them).\n';

async function* filesOf(journal: Journal, message: Message, mask: boolean): AsyncGenerator<BundleFile> {
  const { id } = message;
  const [parts, attempts] = [await journal.parts(id), await journal.attempts(id)];
  const facts = {
    message: mask ? withoutQuotes(message) : message,
    numbers: mask ? [] : await journal.numbersOf([id]),
    attempts: mask ? attempts.map(({ detail: _, ...attempt }) => attempt) : attempts,
    decisions: mask ? [] : await journal.history(id),
    tasks: (await journal.tasks({ message: id, limit: mostTasks })).map((task) =>
      mask ? withoutWords(task) : task,
    ),
    parts,
    documents: (await journal.documents(id)).map((document) => document.id),
  };
  const folder = `message-${id}`;
  yield [`${folder}/message.json`, json(facts)];
  for (const [n, part] of parts.entries()) yield* bodyOf(journal, part, `${folder}/${n + 1}-`, mask);
}

/** An order has no more lines. */
const mostTasks = 10_000;

/** The version that made it: what it consists of, and (tables name partners: not where masked) its mappings, tables and formats. */
async function* madeWith(
  journal: Journal,
  { id, generation }: Message,
  { mask, versions }: { readonly mask: boolean; readonly versions: Set<string> },
): AsyncGenerator<BundleFile> {
  const ingredients = generation === undefined ? undefined : await ingredientsOf(journal, generation);
  if (generation === undefined || ingredients === undefined) return;
  yield [`message-${id}/made-with.json`, json({ generation, ingredients })];
  // messages of one version share its texts
  if (mask || versions.has(generation)) return;
  versions.add(generation);
  const folder = `made-with-${generation.slice(0, 8)}`;
  const names = new Set<string>();
  for (const hash of Object.values(ingredients))
    for (const { shelf, name, text } of (await textsOf(journal, hash)) ?? []) {
      const path = `${folder}/${shelf}/${name}`;
      if (!names.has(path)) yield [path, text];
      names.add(path);
    }
}

/** `message-7/2-prepared.json`, in the order in which they were made. */
async function* bodyOf(
  journal: Journal,
  { role, hash }: PartInfo,
  begin: string,
  mask: boolean,
): AsyncGenerator<BundleFile> {
  // it quotes values in its findings
  if (mask && role === 'plan') return;
  const bytes = await journal.body(hash);
  if (bytes === undefined) {
    yield [`${begin}${role}.missing`, ''];
    return;
  }
  const text = Buffer.from(bytes).toString('utf8');
  const name = `${begin}${role}${endingOf(text)}`;
  yield [name, mask && role !== 'state' ? masked(text) : bytes];
}

function endingOf(text: string): string {
  const first = text
    .slice(0, 200)
    .replace(/^\ufeff/, '')
    .trimStart()[0];
  if (first === '<') return '.xml';
  return first === '{' || first === '[' ? '.json' : '.txt';
}

/** Findings and reasons speak in the words of the document. */
const withoutQuotes = ({ findings, reason: _, name: __, source, ...message }: Message) => ({
  ...message,
  source: { kind: source.kind },
  findings: findings.map(codeAndPlace),
});

const withoutWords = ({ finding, ended, ...task }: Task) => ({
  ...task,
  finding: codeAndPlace(finding),
  ...(ended ? { ended: { at: ended.at, by: ended.by, message: ended.message } } : {}),
});

const codeAndPlace = ({ code, severity, line, column, record, field, path, file }: Finding) => ({
  ...{ code, severity, line, column, record, field, path, file },
});

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
