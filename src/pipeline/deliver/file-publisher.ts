import { distinctName } from '../../folders/file-name.ts';
import type { OutboundFolder, StagedFile } from '../../folders/folder-types.ts';
import type { Message } from '../../journal/model/message.ts';
import { crashAt } from '../../system/crash-point.ts';
import { localDateIn, type OutboundChannel } from '../channel/channel.ts';
import type { AttachedFile } from '../gather/attach-documents.ts';
import type { PipelineParts } from '../pipeline-parts.ts';
import { buildDelivered, type DeliveryPlan } from './delivery-plan.ts';
import type { MessageTransitions } from './transitions.ts';

interface WrittenFile {
  readonly attempt: number;
  readonly staged: StagedFile;
  readonly plan: DeliveryPlan;
}

interface NewFile extends Omit<WrittenFile, 'staged'> {
  readonly bytes: Uint8Array;
  readonly sequence: number;
}

/** Files for the ERP: each is published exactly once, whatever cuts that short. */
export class FilePublisher {
  readonly #parts: Pick<PipelineParts, 'journal' | 'outbound'>;
  readonly #transitions: MessageTransitions;

  constructor(parts: Pick<PipelineParts, 'journal' | 'outbound'>, transitions: MessageTransitions) {
    this.#parts = parts;
    this.#transitions = transitions;
  }

  /** Documents come before the XML that names them. Their names hold a hash of the content: what is there is the same. */
  async publishBeside(
    channel: OutboundChannel,
    files: readonly AttachedFile[],
    attempt: string,
  ): Promise<void> {
    const folder = this.#folder(channel);
    for (const { name, bytes } of files) {
      if (await folder.exists(name)) continue;
      const staged = await folder.stage(name, bytes, attempt);
      crashAt('document-staged');
      await folder.publish(staged);
    }
  }

  /** The first attempt: writes the file under a temporary name, notes that, and publishes it. */
  async start(
    message: Message,
    channel: OutboundChannel,
    { attempt, bytes, plan, sequence }: NewFile,
  ): Promise<void> {
    const date = localDateIn(channel);
    const name = distinctName(channel.settings.to.name, { ...plan.fields, date, sequence: String(sequence) });
    const staged = await this.#folder(channel).stage(name, bytes, `${message.id}.${attempt}`);
    crashAt('before-staged');
    await this.#parts.journal.noteStaged(message.id, attempt, staged);
    await this.publish(message, channel, { attempt, staged, plan });
  }

  /** Renames the staged file into place, where that is not done yet, and settles its message. */
  async publish(
    message: Message,
    channel: OutboundChannel,
    { attempt, staged, plan }: WrittenFile,
  ): Promise<void> {
    crashAt('before-rename');
    const name = await this.#folder(channel).publish(staged);
    crashAt('after-rename');
    const published = { ...staged, name };
    if (name !== staged.name) await this.#parts.journal.noteStaged(message.id, attempt, published);
    await this.#parts.journal.endAttempt(message.id, attempt, {
      status: 0,
      detail: `published as ${name}`,
      unknown: false,
      published: true,
    });
    const end = buildDelivered(plan, `Published as ${name}.`);
    await this.#transitions.settle(message, { ...end, published });
  }

  /** Whoever began that attempt has died, here or on another machine, or it failed: what it left is nobody's. */
  async sweep(channel: OutboundChannel, dead: string): Promise<void> {
    const folder = this.#folder(channel);
    if (folder.trouble() === undefined) await folder.sweep(({ attempt }) => attempt === dead);
  }

  /** A person says that it is to be published anew, because the folder it was written into is gone for good. */
  async isLost({ forced }: Message, channel: OutboundChannel, { folder }: StagedFile): Promise<boolean> {
    return forced && folder !== undefined && (await this.#folder(channel).mark()) !== folder;
  }

  /** The file of the same order that the ERP has still to collect before the next one may come. */
  async findUncollected({ orderKey }: Message, channel: OutboundChannel): Promise<string | undefined> {
    if (!channel.settings.to.collected.beforeNext || orderKey === undefined) return undefined;
    const mark = await this.#folder(channel).mark();
    const before = await this.#parts.journal.listUncollected({ orderKey });
    return before.find(({ folder }) => folder === mark)?.name;
  }

  #folder(channel: OutboundChannel): OutboundFolder {
    const folder = this.#parts.outbound.get(channel.name);
    if (!folder) throw new Error(`The outbound folder of channel ${channel.name} is not open.`);
    return folder;
  }
}
