/** This account may not read or write something: the message says what, and what to do. The exit status is 3. */
export class AccessDenied extends Error {
  readonly code = 'access-denied';
}

/** A file's rights, or those of a folder above it, say no. */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code));
