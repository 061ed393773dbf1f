import { Piscina, transferableSymbol, valueSymbol } from 'piscina';

/** Bytes from which on it pays to hand memory over to another thread instead of copying it. */
const transferFrom = 1_000_000;

/** Bytes that memory may have beside: a byte order mark, or what reading a file allocates more. */
const allowedExcess = 16;

/** Memory of large bytes that holds nothing else. A thread that transfers it has it no longer. */
export function listTransferable(...all: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  const found = all.flatMap((bytes) => {
    if (bytes === undefined || bytes.length < transferFrom || !(bytes.buffer instanceof ArrayBuffer))
      return [];
    return bytes.buffer.byteLength - bytes.length <= allowedExcess ? [bytes.buffer] : [];
  });
  return [...new Set(found)];
}

/**
 * Frees the memory of large bytes at once instead of leaving it to the garbage collector. Nobody may use
 * them any more.
 */
export function releaseMemory(bytes: Uint8Array): void {
  for (const buffer of listTransferable(bytes)) buffer.transfer(0);
}

/** A worker's answer that takes the memory with it. */
export function moveWithMemory(answer: object, memory: readonly ArrayBuffer[]): object {
  return memory.length === 0 ? answer : Piscina.move({ [transferableSymbol]: memory, [valueSymbol]: answer });
}
