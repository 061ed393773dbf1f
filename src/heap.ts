import { setFlagsFromString } from 'node:v8';
import { hasFewProcessors } from './system/few-processors.ts';

/**
 * Imported before anything else. V8 lets a heap grow to four times of what lives in it before it collects what has outlived the
 * young generation, and of a burst of documents that is nearly all. With a third more instead, a burst takes some 50 MB less and is
 * no slower where there are processors to spare (bench/orders-per-second.ts). Where there are few, one worker thread less leaves room for
 * some more, and collecting takes less of them. A V8 that does not know the flag any more goes on without it.
 */
setFlagsFromString(hasFewProcessors ? '--heap-growing-percent=60' : '--heap-growing-percent=30');

// what is young is collected by the thread that made it: others that help take more of two processors than they spare it
if (hasFewProcessors) setFlagsFromString('--no-parallel-scavenge');
