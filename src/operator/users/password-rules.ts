import { refused, type UserRefusal } from './user-result.ts';

const shortest = 12;
const longest = 200;

/** Length is what counts; no kinds of characters are asked for. Undefined: it may be one. */
export function checkPassword(password: string, name: string): UserRefusal | undefined {
  const length = [...password].length;
  if (length < shortest) return refused('password-short', { count: shortest });
  if (length > longest) return refused('password-long', { count: longest });
  if (password.toLowerCase().includes(name) && length < shortest + name.length)
    return refused('password-is-name');
  return undefined;
}
