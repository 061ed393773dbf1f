import { parentPort } from 'node:worker_threads';
import '../../scsn/schemas/libxml.ts';

/** A thread that goes on loading for ever, having libxml2. It says that it does. */
parentPort?.postMessage('loading');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
