import { folderName } from '../folders/endpoint.ts';
import { isScsn } from '../formats/registry.ts';
import type { Browsing } from '../journal/interface.ts';
import type { Message, TranslatedPart } from '../journal/message.ts';
import { type Channel, type InboundChannel, isInbound } from './channel.ts';
import { inFileOf, sameAs } from './file-documents.ts';
import { parseState, readableBodies } from './prepare/order-state.ts';
import type { PrepareTask } from './prepare/prepare.ts';
import { takersOf } from './receive/owner.ts';
import type { CheckTask, EmbeddedTask } from './workers/worker.ts';

interface TasksParts {
  readonly journal: Pick<Browsing, 'body' | 'part' | 'parts'>;
  readonly channels: readonly Channel[];
}

/** What the pure steps are given: all that they may see of a message, from the journal. */
export class Tasks {
  readonly #journal: Pick<Browsing, 'body' | 'part' | 'parts'>;
  readonly #inbound: readonly InboundChannel[];

  constructor({ journal, channels }: TasksParts) {
    this.#journal = journal;
    this.#inbound = channels.filter(isInbound);
  }

  async check(message: Message, channel: Channel): Promise<CheckTask> {
    const takers = isInbound(channel) ? this.#takers(message, channel) : [];
    return {
      ...(await this.document(message, channel)),
      source: message.source,
      ...(takers.length > 1 ? { takers } : {}),
    };
  }

  async prepare(
    message: Message,
    channel: Channel,
    state: string | undefined,
    gathered: Uint8Array | undefined,
  ): Promise<PrepareTask> {
    const document = await this.document(message, channel);
    const translated = await this.#translated(message, channel);
    const note = message.source.kind === 'search' && message.source.note;
    return {
      ...document,
      message: { ...message, hash: sameAs(message, document.inFile), note },
      bodies: await this.#bodies(state),
      now: new Date().toISOString(),
      ...(translated ? { translated } : {}),
      ...(gathered ? { gathered } : {}),
      ...(state === undefined ? {} : { state }),
    };
  }

  /** Of a document with files inside. */
  async embedded(message: Message, channel: InboundChannel): Promise<EmbeddedTask> {
    const translated = await this.#translated(message, channel);
    return {
      ...(await this.document(message, channel)),
      channel,
      ...(translated ? { translated } : {}),
    };
  }

  /** What check has made of a document of another format; undefined of an SCSN document. */
  async #translated({ id }: Message, channel: Channel): Promise<TranslatedPart | undefined> {
    if (!isInbound(channel) || isScsn(channel.settings.document)) return undefined;
    const [bytes, by] = [
      await this.#journal.part(id, 'translated'),
      await this.#journal.part(id, 'translator'),
    ];
    return bytes && by ? { bytes, by: Buffer.from(by).toString('utf8') } : undefined;
  }

  /** Its bytes, and where they stood in a file of several documents. */
  async document(
    message: Message,
    channel: Channel,
  ): Promise<Pick<CheckTask, 'channel' | 'bytes' | 'inFile'>> {
    const inFile = await inFileOf(this.#journal, message);
    return { channel, bytes: await this.bytes(message), ...(inFile ? { inFile } : {}) };
  }

  /** As received, or as a person corrected it. */
  async bytes({ id, hash }: Message): Promise<Uint8Array> {
    const bytes = await this.#journal.body(hash);
    if (!bytes) throw new Error(`The journal has lost the bytes of message ${id}.`);
    return bytes;
  }

  /** The bodies that the order state refers to. */
  async #bodies(state: string | undefined): Promise<Readonly<Record<string, Uint8Array>>> {
    const bodies: Record<string, Uint8Array> = {};
    for (const hash of readableBodies(parseState(state))) {
      const body = await this.#journal.body(hash);
      if (body) bodies[hash] = body;
    }
    return bodies;
  }

  /** The channels on the folder of a file that take files of its name. */
  #takers({ source, name }: Message, { settings }: InboundChannel): readonly InboundChannel[] {
    const folder = folderName(settings.from);
    const sharing = this.#inbound.filter((one) => folderName(one.settings.from) === folder);
    return takersOf(sharing, source.kind === 'file' ? source.name : name);
  }
}
