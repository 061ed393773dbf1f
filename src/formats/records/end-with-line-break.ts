/** The last line of a file may lack its line break. `lineEnd`: CR and LF in the encoding of the file. */
export function endWithLineBreak(bytes: Uint8Array, lineEnd: Uint8Array): Uint8Array {
  const last = bytes.subarray(bytes.length - lineEnd.length / 2);
  const isEnded = last.includes(10) || last.includes(13);
  return bytes.length === 0 || isEnded ? bytes : Buffer.concat([bytes, lineEnd]);
}
