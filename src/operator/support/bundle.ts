import { release } from 'node:os';
import type { Journal } from '../../journal/interface.ts';
import type { Message, PartInfo } from '../../journal/message.ts';
import type { Site } from '../../replay/again.ts';
import { ingredientsOf, textsOf } from '../../replay/version.ts';
import { masked } from '../../tree/mask.ts';
import type { Finding } from '../../types.ts';
import { version } from '../../version.ts';
import { traceOf } from './trace.ts';

/** Everything about some messages, as files for whoever helps. */

export type BundleFile = readonly [name: string, content: Uint8Array | string];

export interface BundleOptions {
  /** Values of documents are masked, and what quotes them is left out. */
  readonly mask: boolean;
  /** The config without secrets. */
  readonly config: string;
  /** What messages are run again with, to tell where their values come from; undefined: the config cannot be used. */
  readonly site: Site | undefined;
}

/** Throws where there is no such message. */
export async function bundleOf(
  journal: Journal,
  ids: readonly number[],
  { mask, config, site }: BundleOptions,
): Promise<readonly BundleFile[]> {
  const files: BundleFile[] = [];
  for (const id of ids) {
    const message = await journal.message(id);
    if (!message) throw new Error(`There is no message ${id}.`);
    files.push(...(await filesOf(journal, message, mask)), ...(await madeWith(journal, message, mask)));
    const trace = site ? await traceOf(site, id, mask) : noConfig;
    files.push([`message-${id}/trace.txt`, trace]);
  }
  const machine = { gateway: version, node: process.version, system: `${process.platform} ${release()}` };
  // messages of one version share its texts
  const once = new Map(files.map((file) => [file[0], file]));
  return [...once.values(), ['versions.json', json(machine)], ['gateway.yaml', config]];
}

const noConfig =
  'The message cannot be run again, because the config has errors (gateway check tells them).\n';

async function filesOf(journal: Journal, message: Message, mask: boolean): Promise<readonly BundleFile[]> {
  const { id } = message;
  const [parts, attempts] = [await journal.parts(id), await journal.attempts(id)];
  const facts = {
    message: mask ? withoutQuotes(message) : message,
    numbers: mask ? [] : await journal.numbersOf([id]),
    attempts: mask ? attempts.map(({ detail: _, ...attempt }) => attempt) : attempts,
    decisions: mask ? [] : await journal.history(id),
    parts,
    documents: (await journal.documents(id)).map((document) => document.id),
  };
  const folder = `message-${id}`;
  const bodies = await Promise.all(
    parts.map((part, n) => bodyOf(journal, part, `${folder}/${n + 1}-`, mask)),
  );
  return [[`${folder}/message.json`, json(facts)], ...bodies.flat()];
}

/** The version that made it: what it consists of, and (tables name partners: not where masked) its mappings, tables and formats. */
async function madeWith(
  journal: Journal,
  { id, generation }: Message,
  mask: boolean,
): Promise<readonly BundleFile[]> {
  const ingredients = generation === undefined ? undefined : await ingredientsOf(journal, generation);
  if (generation === undefined || ingredients === undefined) return [];
  const made: BundleFile = [`message-${id}/made-with.json`, json({ generation, ingredients })];
  if (mask) return [made];
  const texts = await Promise.all(Object.values(ingredients).map((hash) => textsOf(journal, hash)));
  const folder = `made-with-${generation.slice(0, 8)}`;
  return [
    made,
    ...texts.flatMap((kept = []) =>
      kept.map(({ shelf, name, text }): BundleFile => [`${folder}/${shelf}/${name}`, text]),
    ),
  ];
}

/** `message-7/2-prepared.json`, in the order in which they were made. */
async function bodyOf(
  journal: Journal,
  { role, hash }: PartInfo,
  begin: string,
  mask: boolean,
): Promise<readonly BundleFile[]> {
  // it quotes values in its findings
  if (mask && role === 'plan') return [];
  const bytes = await journal.body(hash);
  if (bytes === undefined) return [[`${begin}${role}.missing`, '']];
  const text = Buffer.from(bytes).toString('utf8');
  const name = `${begin}${role}${endingOf(text)}`;
  return [[name, mask && role !== 'state' ? masked(text) : bytes]];
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
  findings: findings.map(({ code, severity, line, column, record, field, path, file }: Finding) => ({
    ...{ code, severity, line, column, record, field, path, file },
  })),
});

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
