import type { Finding } from '../../types.ts';

/** Mappings or XSDs of the user's own that do not work as they are: what needs them waits until they are mended. */
export class NotUsable extends Error {
  readonly findings: readonly Finding[];

  /** `findings`: of the file, where it could be read. */
  constructor(message: string, findings: readonly Finding[] = [], cause?: unknown) {
    super(message, { cause });
    this.findings = findings;
  }
}
