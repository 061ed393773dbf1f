import { setFlagsFromString } from 'node:v8';

/**
 * V8 compiles WebAssembly at once and quickly, and what runs often a second time, better: of libxml2 that takes 70 ms of the processors. From
 * now on it does not, for who reads a few documents and ends. A V8 that does not know the flags goes on without them.
 */
export const compileWasmOnce = (): void => setFlagsFromString('--no-wasm-dynamic-tiering --no-wasm-tier-up');
