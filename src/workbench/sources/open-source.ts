import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import type { Message, PartRole } from '../../journal/model/message.ts';
import { isFixtureFile, parseFixtureContext } from '../../mapping/fixtures/fixture-files.ts';
import { listFixtures } from '../../mapping/fixtures/run-fixtures.ts';
import { bareContext } from '../../pipeline/channel/bare-context.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import type { MessageTrial, NoFixture } from '../../replay/rerun/message-fixture.ts';
import { prepareReplay, type ReplaySite } from '../../replay/rerun/replay-message.ts';
import { ReplayPool } from '../../replay/rerun/replay-pool.ts';
import type { DraftContext } from '../preview/preview-draft.ts';
import type { SourceFile } from '../preview/read-source.ts';
import { findOwnSample, listSamples, type SourceReference } from './list-sources.ts';
import { tidySource } from './tidy-source.ts';

/** What the mapping is told of the order. then: as it was when the message was prepared. after: as if that message were delivered last. */
export type Situation =
  | { readonly kind: 'then' }
  | { readonly kind: 'first' }
  | { readonly kind: 'after'; readonly message: number };

/** A document that was opened for trials. */
export interface OpenedSource extends SourceFile {
  readonly context: DraftContext;
  /** What it is tried as: `first` where what was known then is not kept. */
  readonly situation: Situation['kind'];
}

/** Why a document cannot be opened. */
export type SourceRefusal = 'no-source' | 'no-message' | 'no-document';

export interface OpeningSite extends ReplaySite {
  readonly journal: ReplaySite['journal'] & Pick<Journal, 'part' | 'message'>;
  readonly folders: readonly string[];
}

/** `mapping`: the first of the chain; `from`: what it reads. */
export async function openSource(
  reference: SourceReference,
  situation: Situation,
  { mapping, from }: { readonly mapping: string; readonly from: string },
  site: OpeningSite,
): Promise<OpenedSource | SourceRefusal> {
  if (reference.kind === 'fixture')
    return openFixture(`${mapping}.${reference.name}`, situation, site.folders);
  if (reference.kind === 'sample') return openSample(reference.name, from, site.folders);
  return await openMessage(reference.id, situation, site);
}

function openSample(name: string, from: string, folders: readonly string[]): OpenedSource | SourceRefusal {
  const isDelivered = listSamples(from).includes(name);
  const path = isDelivered ? join(packageFolder('samples'), name) : findOwnSample(name, folders);
  if (path === undefined) return 'no-source';
  return { ...tidySource({ path: name, bytes: readFileSync(path) }), context: {}, situation: 'first' };
}

/** Names of fixtures are compared with those that are there: nobody names a path. */
function openFixture(
  name: string,
  { kind }: Situation,
  folders: readonly string[],
): OpenedSource | SourceRefusal {
  const folder = folders.map((one) => join(one, 'fixtures')).find((one) => listFixtures(one).includes(name));
  if (folder === undefined) return 'no-source';
  const own = join(folder, name);
  const read = (prefix: string): SourceFile | undefined => {
    const file = readdirSync(own).find((one) => one.startsWith(`${prefix}.`));
    if (file === undefined || !isFixtureFile(own, join(own, file))) return undefined;
    return tidySource({ path: file, bytes: readFileSync(join(own, file)) });
  };
  const [document, context, previous] = [read('document'), read('context'), read('previous')];
  if (document === undefined) return 'no-source';
  if (kind === 'first') return { ...document, context: firstContext(context?.bytes), situation: 'first' };
  return {
    ...document,
    context: {
      ...(context ? { text: Buffer.from(context.bytes).toString('utf8') } : {}),
      ...(previous ? { previous } : {}),
    },
    situation: 'then',
  };
}

/** What the context says of channel and event, and nothing of the order. */
function firstContext(bytes: Uint8Array | undefined): DraftContext {
  if (bytes === undefined) return {};
  const { channel, event, now } = parseFixtureContext(Buffer.from(bytes).toString('utf8'));
  return { text: JSON.stringify({ channel, event, now }) };
}

async function openMessage(
  id: number,
  situation: Situation,
  site: OpeningSite,
): Promise<OpenedSource | SourceRefusal> {
  const message = await site.journal.message(id);
  const channel = site.channels.find(({ name }) => name === message?.channel);
  if (message === undefined || channel === undefined) return 'no-message';
  if (situation.kind === 'then') {
    const seen = await readAsThen(id, site);
    if (seen) {
      const document = tidySource({ path: pathOf(message, channel), bytes: Buffer.from(seen.document) });
      return { ...document, context: { text: seen.context }, situation: 'then' };
    }
  }
  const document = await readDocument(message, channel, site);
  if (document === undefined) return 'no-document';
  const first = bareDraftContext(channel, message);
  if (situation.kind !== 'after') return { ...document, context: first, situation: 'first' };
  const before = await site.journal.message(situation.message);
  const previous = before?.channel === channel.name ? await readDocument(before, channel, site) : undefined;
  if (previous === undefined) return 'no-document';
  return { ...document, context: { ...first, previous }, situation: 'after' };
}

/** What is known of a message by itself: its channel, the moment, and the event where its name is one. */
const bareDraftContext = (channel: Channel, { name, receivedAt }: Message): DraftContext => ({
  text: JSON.stringify({
    channel: bareContext(channel).channel,
    now: receivedAt,
    ...(channel.direction === 'outbound' && /^[A-Z][A-Za-z]+$/.test(name) ? { event: name } : {}),
  }),
});

const pathOf = ({ id, name }: Message, { direction }: Channel): string =>
  direction === 'inbound' ? name : `${id}.json`;

async function readDocument(
  message: Message,
  channel: Channel,
  site: OpeningSite,
): Promise<SourceFile | undefined> {
  const roles =
    channel.direction === 'inbound'
      ? (['corrected', 'received'] as const)
      : (['gathered', 'received'] as const);
  for (const role of roles) {
    const bytes = await readRole(message, role, site);
    if (bytes) return tidySource({ path: pathOf(message, channel), bytes });
  }
  return undefined;
}

/** What was cut out of a file, as a file of its own, where its format of then is known. */
async function readRole(
  { id, source }: Message,
  role: PartRole,
  site: OpeningSite,
): Promise<Uint8Array | undefined> {
  const own = role === 'received' && source.kind === 'document';
  return (own ? await runAsThen<Uint8Array>('makeFile', id, site) : undefined) ?? site.journal.part(id, role);
}

/** As the mappings were given it, with what they were told. Undefined where that cannot be said. */
async function readAsThen(id: number, site: OpeningSite): Promise<MessageTrial | undefined> {
  const trial = await runAsThen<MessageTrial | NoFixture>('makeTrial', id, site);
  return trial === undefined || 'reason' in trial ? undefined : trial;
}

/** With what made it then, in a thread of its own. */
async function runAsThen<T>(
  step: 'makeFile' | 'makeTrial',
  id: number,
  site: OpeningSite,
): Promise<T | undefined> {
  const prepared = await prepareReplay(site, id);
  if (prepared === undefined || typeof prepared === 'string') return undefined;
  const { version, task } = prepared;
  const pool = new ReplayPool({ [task.version]: version.snapshot }, 1);
  try {
    return await pool.run<T>(step, task);
  } finally {
    await pool.close();
  }
}
