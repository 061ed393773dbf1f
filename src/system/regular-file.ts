import { existsSync, statSync } from 'node:fs';

/** Whether a file with bytes lies at a path, links followed. A pipe is none: whoever reads it waits for a writer. */
export const isRegularFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
