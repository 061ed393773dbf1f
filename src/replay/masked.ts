import { posix, relative, sep } from 'node:path';
import type { FileDocument, Formats } from '../formats/document-format.ts';
import { findRecognised, requireFormat } from '../formats/find-format.ts';
import type { Message } from '../journal/model/message.ts';
import { NotMaskable } from '../mapping/mask/maskable-document.ts';
import type { Masker } from '../mapping/mask/masker.ts';
import { maskedOwnFile } from '../mapping/mask/own-files.ts';
import { maskedState } from '../mapping/mask/state.ts';
import type { Channel, InboundChannel } from '../pipeline/channel/channel.ts';
import { type ChannelRuntimes, loadChannelRuntimes } from '../pipeline/runtime/channel-runtime.ts';
import type { RuntimeSnapshot } from '../pipeline/runtime/runtime-snapshot.ts';
import { type RecordedVersion, recordedOwnFolder } from './rerun/recorded-version.ts';
import type { PreparedReplay, ReplaySite } from './rerun/replay-message.ts';
import type { StepInput } from './rerun/rerun-steps.ts';

/** What a message was made of, with pseudonyms: run again with it, nothing of what comes of it names anybody. */
export interface MaskedInput {
  readonly given: StepInput;
  readonly snapshot: RuntimeSnapshot;
  /** Own files by name, with `/`. */
  readonly files: Readonly<Record<string, string>>;
  /** What stands in no form here, and why. */
  readonly leftOut: readonly string[];
}

/** A version with pseudonyms, and the formats that read its documents. */
interface MaskedVersion extends Pick<MaskedInput, 'snapshot' | 'files' | 'leftOut'> {
  readonly formats: Formats;
}

interface OpenVersion {
  readonly version: RecordedVersion;
  readonly boxes: ChannelRuntimes;
  readonly masked?: MaskedVersion;
}

/** Masked versions by one masker: messages of one version mostly follow one another, and to load one takes longer than a message. */
export class MaskedVersions {
  readonly masker: Masker;
  #last: OpenVersion | undefined;

  constructor(masker: Masker) {
    this.masker = masker;
  }

  mask(version: RecordedVersion): MaskedVersion {
    const { boxes, masked } = this.#open(version);
    if (masked) return masked;
    const { formats } = boxes.forSchemas(version.channel.settings.schemas);
    const masking = new Masking(this.masker, formats, version.channel);
    const made = { formats, ...masking.snapshot(version.snapshot), leftOut: masking.leftOut };
    this.#last = { version, boxes, masked: made };
    return made;
  }

  #open(version: RecordedVersion): OpenVersion {
    if (this.#last?.version === version) return this.#last;
    this.dispose();
    const { snapshot } = version;
    this.#last = { version, boxes: loadChannelRuntimes(snapshot.own.mappings, snapshot) };
    return this.#last;
  }

  dispose(): void {
    this.#last?.boxes.dispose();
    this.#last = undefined;
  }
}

/** Throws NotMaskable where its own document cannot be masked: without that there is nothing to run. */
export async function maskedInput(
  { journal }: Pick<ReplaySite, 'journal'>,
  { record, version, task }: PreparedReplay,
  versions: MaskedVersions,
  fingerprints?: ReadonlyMap<string, string>,
): Promise<MaskedInput> {
  const file = await fileOf(journal, record.message);
  const { formats, snapshot, files, leftOut } = versions.mask(version);
  const masking = new Masking(versions.masker, formats, version.channel, fingerprints);
  const given = masking.given(task.given, file);
  return { given, snapshot, files, leftOut: [...leftOut, ...masking.leftOut] };
}

/** The file that a document was cut out of: it is masked as a whole, and cut again. */
async function fileOf(
  journal: ReplaySite['journal'],
  { source }: Message,
): Promise<{ readonly bytes: Uint8Array; readonly number: number } | undefined> {
  if (source.kind !== 'document') return undefined;
  const parent = await journal.message(source.of);
  const bytes = parent && (await journal.body(parent.hash));
  return bytes && { bytes, number: source.number };
}

type File = Awaited<ReturnType<typeof fileOf>>;

class Masking {
  readonly leftOut: string[] = [];
  readonly #masker: Masker;
  readonly #formats: Formats;
  readonly #channel: Channel;
  readonly #fingerprints: ReadonlyMap<string, string> | undefined;

  constructor(
    masker: Masker,
    formats: Formats,
    channel: Channel,
    fingerprints?: ReadonlyMap<string, string>,
  ) {
    [this.#masker, this.#formats, this.#channel] = [masker, formats, channel];
    this.#fingerprints = fingerprints;
  }

  given({ check, prepare }: StepInput, file: File): StepInput {
    const channel = maskedChannel(this.#channel, this.#masker);
    const document = this.#document(check.bytes, check.inFile !== undefined, file);
    const { takers, inFile: _, source, ...rest } = check;
    const { translated: __, inFile: ___, state, gathered, bodies, message, ...others } = prepare;
    return {
      check: {
        ...rest,
        ...document,
        channel,
        source: maskedSource(source, this.#masker),
        ...(takers ? { takers: takers.map((one) => maskedInbound(one, this.#masker)) } : {}),
      },
      prepare: {
        ...others,
        ...document,
        channel,
        message: maskedMessage(message, this.#masker),
        bodies: this.#bodies(bodies),
        ...(state === undefined ? {} : { state: maskedState(state, this.#masker, this.#fingerprints) }),
        ...(gathered === undefined ? {} : this.#gathered(gathered)),
      },
    };
  }

  snapshot(snapshot: RuntimeSnapshot): {
    readonly snapshot: RuntimeSnapshot;
    readonly files: Record<string, string>;
  } {
    const masked: Record<string, Uint8Array> = {};
    const files: Record<string, string> = {};
    for (const [path, bytes] of Object.entries(snapshot.files)) {
      const name = relative(recordedOwnFolder, path).split(sep).join(posix.sep);
      const isOwn = !name.startsWith('..');
      const text = isOwn ? this.#ownFile(name, Buffer.from(bytes).toString('utf8')) : undefined;
      if (text === undefined) {
        masked[path] = bytes;
        continue;
      }
      const other = this.#masker.name(name);
      files[other] = text;
      masked[`${recordedOwnFolder}${sep}${other.split('/').join(sep)}`] = Buffer.from(text);
    }
    return { snapshot: { ...snapshot, files: masked }, files };
  }

  #ownFile(name: string, text: string): string | undefined {
    return this.#orLeftOut(`own/${this.#masker.name(name)}`, () => maskedOwnFile(name, text, this.#masker));
  }

  /** Bytes, and where they stand in their file. */
  #document(bytes: Uint8Array, isCut: boolean, file: File): Pick<StepInput['check'], 'bytes' | 'inFile'> {
    if (!isCut) return { bytes: this.#body(bytes) };
    if (file === undefined) throw new NotMaskable('The file that it was cut out of is not kept.');
    const { document } = this.#channel.settings;
    const whole = this.#masker.document(file.bytes, document, this.#formats);
    const cut = requireFormat(this.#formats, document).cut(whole).documents[file.number - 1];
    if (cut === undefined) throw new NotMaskable('Its file holds fewer documents once it is masked.');
    return { bytes: cut.bytes.slice(), inFile: inFileOf(cut) };
  }

  /** What was received: the ERP's document, or JSON of the exchange. */
  #body(bytes: Uint8Array): Uint8Array {
    const { direction, settings } = this.#channel;
    return direction === 'inbound'
      ? this.#masker.document(bytes, settings.document, this.#formats)
      : this.#json(bytes);
  }

  #json(bytes: Uint8Array): Uint8Array {
    const type = this.#channel.kind === 'advice' ? 'exchange/shipment' : 'exchange/order';
    return Buffer.from(this.#masker.json(decoded(bytes), type, this.#formats));
  }

  #gathered(bytes: Uint8Array): Pick<StepInput['prepare'], 'gathered'> {
    const gathered = this.#orLeftOut('gathered', () => this.#json(bytes));
    return gathered === undefined ? {} : { gathered };
  }

  /** By the hashes that the masked state has. */
  #bodies(bodies: StepInput['prepare']['bodies']): StepInput['prepare']['bodies'] {
    const masked = Object.entries(bodies).flatMap(([hash, bytes]) => {
      const name = this.#masker.text(hash);
      const body = this.#orLeftOut(`named/${name.slice(0, 12)}`, () => this.#named(bytes));
      return body === undefined ? [] : [[name, body] as const];
    });
    return Object.fromEntries(masked);
  }

  /** An order of the exchange, or a document that the ERP exported. */
  #named(bytes: Uint8Array): Uint8Array {
    if (/^\s*[{[]/.test(decoded(bytes.subarray(0, 100)))) return this.#json(bytes);
    const format = findRecognised(this.#formats, bytes.subarray(0, 65_536));
    if (format === undefined) throw new NotMaskable('No format reads it.');
    return this.#masker.document(bytes, format.name, this.#formats);
  }

  #orLeftOut<T>(name: string, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      this.leftOut.push(`${name}: ${whyLeftOut(error)}`);
      return undefined;
    }
  }
}

const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const inFileOf = ({ envelope, at, findings }: FileDocument): NonNullable<StepInput['check']['inFile']> => ({
  at: at ?? { offset: 0, line: 1, column: 1 },
  ...(envelope ? { envelope: envelope.slice() } : {}),
  ...(findings ? { findings } : {}),
});

/** Never in the words of the document. */
export const whyLeftOut = (error: unknown): string =>
  error instanceof NotMaskable ? error.message : 'no reader of the gateway can parse it.';

function maskedSource(source: StepInput['check']['source'], masker: Masker): StepInput['check']['source'] {
  if (source.kind === 'file')
    return { ...source, name: masker.name(source.name), id: masker.text(source.id) };
  if (source.kind === 'notice') return { ...source, id: masker.text(source.id) };
  if (source.kind !== 'document') return source;
  const { findings: _, ...rest } = source;
  return rest;
}

/** What prepare sees of it, and nothing else: a message has a name and a reason. */
function maskedMessage(
  { id, arrival, hash, issued, forced, forcedLines, note }: StepInput['prepare']['message'],
  masker: Masker,
): StepInput['prepare']['message'] {
  return {
    ...{ id, arrival, hash: masker.text(hash), forced, note },
    ...(issued === undefined ? {} : { issued: masker.value('date', issued) }),
    ...(forcedLines ? { forcedLines: forcedLines.map((line) => masker.value('line', line)) } : {}),
  };
}

/** What decides of it stays; what it is called is masked. */
export const maskedChannel = (channel: Channel, masker: Masker): Channel =>
  channel.direction === 'inbound'
    ? maskedInbound(channel, masker)
    : {
        ...channel,
        ...maskedNames(channel, masker),
        settings: { ...channel.settings, ...maskedWay(channel, masker) },
      };

const maskedInbound = (channel: InboundChannel, masker: Masker): InboundChannel => ({
  ...channel,
  ...maskedNames(channel, masker),
  settings: { ...channel.settings, ...maskedWay(channel, masker) },
});

const maskedNames = ({ name, companyId }: Channel, masker: Masker) => ({
  name: masker.name(name),
  companyId: masker.text(companyId),
});

function maskedWay({ settings: { document, map } }: Channel, masker: Masker) {
  return { document: masker.name(document), ...(map ? { map: map.map((name) => masker.name(name)) } : {}) };
}
