/**
 * Imported before anything else: Node makes its pool of threads at the first call that needs it. Files of local folders,
 * network shares among them, and the names of hosts are looked up there; each folder has at most eight calls under way
 * (src/folders/local/local-file-store.ts). Node's own four would be gone with the first share that hangs, and everybody would wait for it.
 * What lies on the disk of the journal needs none of them (src/folders/local/near-folders.ts).
 */
process.env.UV_THREADPOOL_SIZE ??= '128';
