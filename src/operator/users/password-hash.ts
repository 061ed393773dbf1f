import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

interface ScryptOptions {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly maxmem: number;
}

/** What one hash costs: 2^ln · r · 128 bytes of memory, and time in proportion. */
export interface PasswordCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** 128 MB, and some tenths of a second. */
export const passwordCost: PasswordCost = { ln: 17, r: 8, p: 1 };

/** A password as a PHC string: `$scrypt$ln=17,r=8,p=1$SALT$HASH`. */
export async function hashPassword(
  password: string,
  salt: Uint8Array,
  cost: PasswordCost = passwordCost,
): Promise<string> {
  const hash = await deriveKey(password, salt, cost);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(hash)}`;
}

/** Is it that password? A hash that cannot be read, or none, is nobody's, and costs the same work. */
export async function verifyPassword(
  password: string,
  phc: string | undefined,
  cost: PasswordCost = passwordCost,
): Promise<boolean> {
  const parsed = parsePhc(phc ?? '');
  const found = await deriveKey(password, parsed?.salt ?? new Uint8Array(16), parsed?.cost ?? cost);
  return parsed !== undefined && timingSafeEqual(found, parsed.hash);
}

/** Was it made at another cost than today's? */
export const isOutdated = (phc: string, { ln, r, p }: PasswordCost): boolean =>
  !phc.startsWith(`$scrypt$ln=${ln},r=${r},p=${p}$`);

/** Bytes of a hash. */
const size = 32;

function deriveKey(password: string, salt: Uint8Array, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const maxmem = 128 * 2 ** ln * r + 2 ** 24;
  // two keyboards may write one letter in two ways
  return derive(password.normalize('NFKC'), salt, size, { N: 2 ** ln, r, p, maxmem });
}

interface StoredPassword {
  readonly cost: PasswordCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

function parsePhc(phc: string): StoredPassword | undefined {
  const form = /^\$scrypt\$ln=(\d\d?),r=(\d\d?),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
  const [, ln, r, p, salt = '', hash = ''] = form.exec(phc) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const bytes = Buffer.from(hash, 'base64');
  const isSane = cost.ln >= 1 && cost.ln <= 20 && cost.r >= 1 && cost.p >= 1 && bytes.length === size;
  return isSane ? { cost, salt: Buffer.from(salt, 'base64'), hash: bytes } : undefined;
}

/** Without padding, as PHC strings have it. */
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
