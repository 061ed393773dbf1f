import { folderTitleOf } from '../folders/endpoint-settings.ts';
import { isScsnDocument } from '../formats/format-names.ts';
import type { JournalReader } from '../journal/journal.ts';
import type { Message, TranslatedPart } from '../journal/model/message.ts';
import { type Channel, type InboundChannel, isInboundChannel } from './channel/channel.ts';
import { listMatchingChannels } from './channel/match-channel.ts';
import { buildSamenessKey, findCutContext } from './check/file-documents.ts';
import { listReferredBodies, parseState } from './order-state/order-state.ts';
import type { PrepareTask } from './prepare/prepare-task.ts';
import type { CheckTask, EmbeddedTask } from './workers/step-worker.ts';

interface StepTaskParts {
  readonly journal: Pick<JournalReader, 'body' | 'part' | 'parts'>;
  readonly channels: readonly Channel[];
}

/** What the pure steps are given: all that they may see of a message, from the journal. */
export class StepTasks {
  readonly #journal: Pick<JournalReader, 'body' | 'part' | 'parts'>;
  readonly #inbound: readonly InboundChannel[];

  constructor({ journal, channels }: StepTaskParts) {
    this.#journal = journal;
    this.#inbound = channels.filter(isInboundChannel);
  }

  async buildCheck(message: Message, channel: Channel): Promise<CheckTask> {
    const takers = isInboundChannel(channel) ? this.#takers(message, channel) : [];
    return {
      ...(await this.readDocument(message, channel)),
      source: message.source,
      ...(takers.length > 1 ? { takers } : {}),
    };
  }

  async buildPrepare(
    message: Message,
    channel: Channel,
    state: string | undefined,
    gathered: Uint8Array | undefined,
  ): Promise<PrepareTask> {
    const document = await this.readDocument(message, channel);
    const translated = await this.#readTranslated(message, channel);
    const note = message.source.kind === 'search' && message.source.note;
    return {
      ...document,
      message: { ...message, hash: buildSamenessKey(message, document.inFile), note },
      bodies: await this.readBodies(state),
      now: new Date().toISOString(),
      ...(translated ? { translated } : {}),
      ...(gathered ? { gathered } : {}),
      ...(state === undefined ? {} : { state }),
    };
  }

  /** Of a document with files inside. */
  async buildEmbedded(message: Message, channel: InboundChannel): Promise<EmbeddedTask> {
    const translated = await this.#readTranslated(message, channel);
    return {
      ...(await this.readDocument(message, channel)),
      channel,
      ...(translated ? { translated } : {}),
    };
  }

  /** What check has made of a document of another format; undefined of an SCSN document. */
  async #readTranslated({ id }: Message, channel: Channel): Promise<TranslatedPart | undefined> {
    if (!isInboundChannel(channel) || isScsnDocument(channel.settings.document)) return undefined;
    const [bytes, by] = [
      await this.#journal.part(id, 'translated'),
      await this.#journal.part(id, 'translator'),
    ];
    return bytes && by ? { bytes, by: Buffer.from(by).toString('utf8') } : undefined;
  }

  /** Its bytes, and where they stood in a file of several documents. */
  async readDocument(
    message: Message,
    channel: Channel,
  ): Promise<Pick<CheckTask, 'channel' | 'bytes' | 'inFile'>> {
    const inFile = await findCutContext(this.#journal, message);
    return { channel, bytes: await this.readBytes(message), ...(inFile ? { inFile } : {}) };
  }

  /** As received, or as a person corrected it. */
  async readBytes({ id, hash }: Message): Promise<Uint8Array> {
    const bytes = await this.#journal.body(hash);
    if (!bytes) throw new Error(`The journal has lost the bytes of message ${id}.`);
    return bytes;
  }

  /** The bodies that the order state refers to. */
  async readBodies(state: string | undefined): Promise<Readonly<Record<string, Uint8Array>>> {
    const bodies: Record<string, Uint8Array> = {};
    for (const hash of listReferredBodies(parseState(state))) {
      const body = await this.#journal.body(hash);
      if (body) bodies[hash] = body;
    }
    return bodies;
  }

  /** The channels on the folder of a file that take files of its name. */
  #takers({ source, name }: Message, { settings }: InboundChannel): readonly InboundChannel[] {
    const folder = folderTitleOf(settings.from);
    const sharing = this.#inbound.filter((one) => folderTitleOf(one.settings.from) === folder);
    return listMatchingChannels(sharing, source.kind === 'file' ? source.name : name);
  }
}
