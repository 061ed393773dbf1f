/** What a write-ahead log holds that was committed. */
export interface WalFrames {
  /** Where the newest text of each page stands in it. */
  readonly pages: ReadonlyMap<number, number>;
  /** Pages of the whole file; undefined: the log says nothing. */
  readonly size: number | undefined;
}

const [headerSize, frameSize] = [32, 24];

/** Up to the last commit that is whole: each frame's sum goes on from the one before (https://sqlite.org/fileformat2.html#walformat). */
export function walFrames(log: Buffer): WalFrames {
  const pages = new Map<number, number>();
  if (log.length < headerSize || log.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1)
    return { pages, size: undefined };
  const isBig = (log.readUInt32BE(0) & 1) === 1;
  const pageSize = log.readUInt32BE(8);
  let sum = sumOf([0, 0], log.subarray(0, 24), isBig);
  let size: number | undefined;
  let open: [number, number][] = [];
  for (let at = headerSize; at + frameSize + pageSize <= log.length; at += frameSize + pageSize) {
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) break;
    sum = sumOf(sum, log.subarray(at, at + 8), isBig);
    sum = sumOf(sum, log.subarray(at + frameSize, at + frameSize + pageSize), isBig);
    if (log.readUInt32BE(at + 16) !== sum[0] || log.readUInt32BE(at + 20) !== sum[1]) break;
    open.push([log.readUInt32BE(at), at + frameSize]);
    const committed = log.readUInt32BE(at + 4);
    if (committed === 0) continue;
    for (const [page, where] of open) pages.set(page, where);
    [open, size] = [[], committed];
  }
  return { pages, size };
}

type Sum = readonly [number, number];

function sumOf([first, second]: Sum, bytes: Buffer, isBig: boolean): Sum {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + two) >>> 0;
    two = (two + (isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, two];
}
