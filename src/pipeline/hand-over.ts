import { Piscina, transferableSymbol, valueSymbol } from 'piscina';

/** Bytes from which on it pays to hand memory over to another thread instead of copying it. */
const worthIt = 1_000_000;

/** The memory of large bytes that holds nothing else: a thread that hands it over has it no longer. */
export function memoryOf(...all: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  const found = all.flatMap((bytes) => {
    const buffer = bytes?.buffer;
    const whole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes?.byteLength;
    return whole && buffer.byteLength >= worthIt ? [buffer] : [];
  });
  return [...new Set(found)];
}

/** A worker's answer that takes the memory with it. */
export function taking(answer: object, memory: readonly ArrayBuffer[]): object {
  return memory.length === 0 ? answer : Piscina.move({ [transferableSymbol]: memory, [valueSymbol]: answer });
}
