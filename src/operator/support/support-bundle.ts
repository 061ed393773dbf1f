import { randomBytes } from 'node:crypto';
import { release } from 'node:os';
import type { Journal } from '../../journal/journal.ts';
import type { Message, PartInfo } from '../../journal/model/message.ts';
import { Masker } from '../../mapping/mask/masker.ts';
import { readIngredients, readTexts } from '../../replay/rerun/recorded-version.ts';
import { type ReplaySite, rememberVersions } from '../../replay/rerun/replay-message.ts';
import { version } from '../../version.ts';
import { type BundleFile, bodyFile, json } from './bundle-files.ts';
import { MaskedBundle } from './masked-bundle.ts';
import { maskedConfig } from './masked-config.ts';
import { ProvenanceReporter } from './message-provenance.ts';

/** Everything about some messages, as files for whoever helps. */

export interface BundleOptions {
  /** Everything is masked but what is harmless; what cannot be masked is left out. */
  readonly mask: boolean;
  /** The config without secrets. */
  readonly config: string;
  /** What messages are run again with, to tell where their values come from; undefined: the config cannot be used. */
  readonly site: ReplaySite | undefined;
  /** Called before each message. */
  readonly progress?: (done: number, of: number) => void;
}

/** One file after the other, so that a large bundle needs no more memory than its largest message. Throws where there is no such message. */
export async function* buildSupportBundle(
  journal: Journal,
  ids: readonly number[],
  { mask, config, site, progress }: BundleOptions,
): AsyncGenerator<BundleFile> {
  const messages = await Promise.all(ids.map((id) => existing(journal, id)));
  // pseudonyms of one bundle are the same for the same, and others in the next
  const masker = mask ? new Masker(newSeed()) : undefined;
  const bundling = { journal, site: site && rememberVersions(site), progress };
  yield* masker ? maskedFiles(messages, bundling, masker) : plainFiles(messages, bundling);
  const machine = { gateway: version, node: process.version, system: `${process.platform} ${release()}` };
  yield ['versions.json', json(machine)];
  yield ['gateway.yaml', masker ? maskedConfig(config, masker) : config];
}

interface Bundling extends Pick<BundleOptions, 'site'> {
  readonly journal: Journal;
  readonly progress: BundleOptions['progress'];
}

async function* plainFiles(
  messages: readonly Message[],
  { journal, site, progress }: Bundling,
): AsyncGenerator<BundleFile> {
  const tracer = site && new ProvenanceReporter(site);
  const versions = new Set<string>();
  try {
    for (const [done, message] of messages.entries()) {
      progress?.(done, messages.length);
      yield* filesOf(journal, message);
      const file = await tracer?.makeOwnFile(message);
      if (file) yield bodyFile(`message-${message.id}/file`, file);
      yield* madeWith(journal, message, versions);
      yield [
        `message-${message.id}/trace.txt`,
        tracer ? await tracer.renderProvenance(message.id) : noConfig,
      ];
    }
  } finally {
    await tracer?.close();
  }
}

async function* maskedFiles(
  messages: readonly Message[],
  { journal, site, progress }: Bundling,
  masker: Masker,
): AsyncGenerator<BundleFile> {
  const bundle = new MaskedBundle(journal, site, masker);
  try {
    for (const [done, message] of messages.entries()) {
      progress?.(done, messages.length);
      yield* bundle.filesOf(message);
    }
  } finally {
    await bundle.close();
  }
}

/** Nobody who has a masked copy can try which name became which. */
const newSeed = (): string => randomBytes(16).toString('hex');

async function existing(journal: Journal, id: number): Promise<Message> {
  const message = await journal.message(id);
  if (!message) throw new Error(`There is no message ${id}.`);
  return message;
}

const noConfig =
  'The message cannot be run again, because the config has errors (gateway check tells them).\n';

async function* filesOf(journal: Journal, message: Message): AsyncGenerator<BundleFile> {
  const { id } = message;
  const [parts, attempts] = [await journal.parts(id), await journal.attempts(id)];
  const facts = {
    ...{ message, numbers: await journal.listBusinessKeys([id]), attempts },
    decisions: await journal.history(id),
    tasks: await journal.tasks({ message: id, limit: mostTasks }),
    parts,
    documents: (await journal.documents(id)).map((document) => document.id),
  };
  const folder = `message-${id}`;
  yield [`${folder}/message.json`, json(facts)];
  for (const [n, part] of parts.entries()) yield* bodyOf(journal, part, `${folder}/${n + 1}-`);
}

/** An order has no more lines. */
const mostTasks = 10_000;

/** The version that made it: what it consists of, its mappings, tables and formats. */
async function* madeWith(
  journal: Journal,
  { id, generation }: Message,
  versions: Set<string>,
): AsyncGenerator<BundleFile> {
  const ingredients = generation === undefined ? undefined : await readIngredients(journal, generation);
  if (generation === undefined || ingredients === undefined) return;
  yield [`message-${id}/made-with.json`, json({ generation, ingredients })];
  // messages of one version share its texts
  if (versions.has(generation)) return;
  versions.add(generation);
  const folder = `made-with-${generation.slice(0, 8)}`;
  const names = new Set<string>();
  for (const hash of Object.values(ingredients))
    for (const { shelf, name, text } of (await readTexts(journal, hash)) ?? []) {
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
): AsyncGenerator<BundleFile> {
  const bytes = await journal.body(hash);
  if (bytes === undefined) {
    yield [`${begin}${role}.missing`, ''];
    return;
  }
  yield bodyFile(`${begin}${role}`, bytes);
}
