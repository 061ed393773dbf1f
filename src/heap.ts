import { setFlagsFromString } from 'node:v8';

/**
 * Imported before anything else. V8 lets a heap grow to four times of what lives in it before it collects what has outlived the
 * young generation, and of a burst of documents that is nearly all. With a third more instead, a burst takes some 50 MB less and is
 * no slower (bench/orders-per-second.ts). A V8 that does not know the flag any more goes on without it.
 */
setFlagsFromString('--heap-growing-percent=30');
