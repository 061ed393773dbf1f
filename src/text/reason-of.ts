/** An error in one line, for reasons that people read. */
export function reasonOf(error: unknown): string {
  // of a name with several addresses
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
