/** A name as it is kept: in small letters. Undefined: it cannot be one. */
export function parseUserName(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return /^[a-z0-9][a-z0-9._@-]{0,63}$/.test(name) ? name : undefined;
}
