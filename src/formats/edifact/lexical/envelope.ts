import type { FilePosition } from '../../document-format.ts';
import { parseUna, type Separators } from './separators.ts';

/** What a message needs of the interchange around it. */
export interface EdifactEnvelope {
  /** Of the interchange in its file, from 0: two may have the very same header. */
  readonly interchange: number;
  /** As it is, with its terminator; empty where there is none. */
  readonly una: Uint8Array;
  /** Up to its terminator, without it; absent where messages come without an interchange. */
  readonly unb?: ServiceSegment;
  readonly ung?: ServiceSegment;
  /** What stands between its segments: a line break, or nothing. */
  readonly lineEnd: string;
}

export interface ServiceSegment {
  readonly bytes: Uint8Array;
  readonly at: FilePosition;
}

export const separatorsOf = ({ una }: EdifactEnvelope): Separators => {
  const { separators } = parseUna(`${decodeLatin1(una)}UNB${decodeLatin1(una)[4] ?? '+'}`);
  if (separators === undefined) throw new Error('an envelope was made of a UNA that cannot be read');
  return separators;
};

export function packEnvelope({ una, unb, ung, interchange, lineEnd }: EdifactEnvelope): Uint8Array {
  const json = JSON.stringify({
    interchange,
    lineEnd,
    una: una.length,
    ...(unb === undefined ? {} : { unb: { length: unb.bytes.length, ...unb.at } }),
    ...(ung === undefined ? {} : { ung: { length: ung.bytes.length, ...ung.at } }),
  });
  const parts = [una, ...[unb, ung].flatMap((one) => one?.bytes ?? [])];
  return Buffer.concat([Buffer.from(`${json}\n`), ...parts]);
}

type PackedSegment = FilePosition & { readonly length: number };
interface PackedEnvelope {
  readonly interchange: number;
  readonly lineEnd: string;
  readonly una: number;
  readonly unb?: PackedSegment;
  readonly ung?: PackedSegment;
}

export function unpackEnvelope(bytes: Uint8Array): EdifactEnvelope {
  const start = bytes.indexOf(10) + 1;
  const { interchange, lineEnd, una, unb, ung }: PackedEnvelope = JSON.parse(
    Buffer.from(bytes.subarray(0, start)).toString(),
  );
  const unbStart = start + una;
  const ungStart = unbStart + (unb?.length ?? 0);
  const segment = (at: number, { length, ...place }: PackedSegment): ServiceSegment => ({
    bytes: bytes.subarray(at, at + length),
    at: place,
  });
  return {
    interchange,
    lineEnd,
    una: bytes.subarray(start, unbStart),
    ...(unb === undefined ? {} : { unb: segment(unbStart, unb) }),
    ...(ung === undefined ? {} : { ung: segment(ungStart, ung) }),
  };
}

export const decodeLatin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
