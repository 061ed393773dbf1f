import { sha256 } from '../text/sha256.ts';

/** Longest file name that all usual file systems take, in bytes of UTF-8. */
const longest = 255;

/** Bytes of one field: less than the first where the whole would be too long, so that no other field is cut off. */
const longestField = [80, 60, 40, 24, 12] as const;

/** Names that Windows keeps for devices, whatever extension follows. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/**
 * Separators, what Windows forbids, what a script that forgot its quotes would run, and everything invisible: control, format and
 * unassigned characters.
 */
const forbiddenCharacters = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|$`]/gu;

const fieldInBraces = /\{([^{}]*)\}/g;

/**
 * Makes a file name from a template such as `{purchaseOrderNumber}-{sequence}.xml`. Every field is made harmless (no separators, no
 * leading dots, no device names, no control characters, no `$` or backquote, at most 80 bytes), `{sequence}` is padded with zeros to
 * six digits, a missing or empty field becomes `none`. A name that begins like an option (`-`) gets a `_` before it. The result fits
 * 255 bytes.
 */
export function renderFileName(template: string, fields: Readonly<Record<string, string>>): string {
  return fitted(template, (field, bytes) => harmless(fieldValue(field, fields), bytes));
}

/**
 * The same, and two values of a field never give one name, also where a folder does not tell capital from small letters: what is not
 * as it came, and what only its letters tell apart, bears a tag (`PO_17=3f9a0c1b2d4e`). A `{sequence}` tells all apart by itself.
 */
export function distinctName(template: string, fields: Readonly<Record<string, string>>): string {
  if (template.includes('{sequence}')) return renderFileName(template, fields);
  return fitted(template, (field, bytes) => distinct(field, fieldValue(field, fields), bytes));
}

type Fill = (field: string, bytes: number) => string;

function fitted(template: string, fill: Fill): string {
  let name = '';
  for (const bytes of longestField) {
    name = fillTemplate(template, (field) => fill(field, bytes));
    if (Buffer.byteLength(name) <= longest) return name;
  }
  return trimDots(insertSuffix(name, ''));
}

function fillTemplate(template: string, fill: (field: string) => string): string {
  const text = template.replace(/\{([A-Za-z]+)\}/g, (_, field: string) => fill(field));
  const name = trimDots(text.normalize('NFC').replace(forbiddenCharacters, '_')) || 'none';
  return devices.test(stemOf(name)) || name.startsWith('-') ? `_${name}` : name;
}

/** Fields whose values are words of a vocabulary: their letters tell nothing apart. */
const words: ReadonlySet<string> = new Set(['documentType', 'eventName', 'date']);

const tagLength = 12;
const hasTag = new RegExp(`=[0-9a-f]{${tagLength}}$`, 'i');

function distinct(field: string, value: string, bytes: number): string {
  const clean = harmless(value.replace(/^-/, '_-'), bytes);
  const isPlain = clean === value && !hasTag.test(value) && (words.has(field) || isUpper(value));
  if (isPlain || value === '') return clean;
  const digest = sha256(Buffer.from(value, 'utf16le'));
  return `${cutToBytes(clean, bytes - tagLength - 1)}=${digest.slice(0, tagLength)}`;
}

/** Written as those are that need no tag: in capitals. Not what stands for an empty value. */
const isUpper = (value: string): boolean =>
  value === value.toUpperCase() && value === value.toLowerCase().toUpperCase() && value !== 'NONE';

/** Any text as a file name: what a message is called may hold separators. A long one keeps its extension. */
export function toSafeName(text: string): string {
  const extension = extensionOf(text);
  const stem = cutToBytes(
    text.slice(0, text.length - extension.length),
    longestField[0] - Buffer.byteLength(extension),
  );
  return renderFileName('{text}', { text: stem + extension });
}

/** What `_` takes the place of in a template itself, its fields left aside: each character once. */
export function forbiddenCharactersOf(template: string): readonly string[] {
  return [...new Set(template.replace(fieldInBraces, '').match(forbiddenCharacters))];
}

/** The names in braces of a template. */
export function templateFields(template: string): readonly string[] {
  return [...template.matchAll(fieldInBraces)].map((match) => match[1] ?? '');
}

/** `NAME` -> `STEM~ID.EXT`: the name a file gets where its own is taken. */
export function nameWithId(name: string, id: string): string {
  return insertSuffix(name, `~${id}`);
}

/** Puts `suffix` before the extension and shortens the stem so that the whole fits 255 bytes. */
export function insertSuffix(name: string, suffix: string): string {
  const extension = extensionOf(name);
  const room = longest - Buffer.byteLength(suffix + extension);
  return cutToBytes(name.slice(0, name.length - extension.length), room) + suffix + extension;
}

/** The first `bytes` bytes of a text, without cutting a character in two. */
export function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) return kept;
    kept += character;
  }
  return kept;
}

function fieldValue(field: string, fields: Readonly<Record<string, string>>): string {
  const value = Object.hasOwn(fields, field) ? (fields[field] ?? '') : '';
  return field === 'sequence' ? value.padStart(6, '0') : value;
}

function harmless(value: string, bytes: number): string {
  const clean = trimDots(
    cutToBytes(trimDots(value.normalize('NFC').replace(forbiddenCharacters, '_')), bytes),
  );
  if (clean === '') return 'none';
  return devices.test(stemOf(clean)) ? `_${clean}` : clean;
}

/** No blanks or dots at the ends: a leading dot hides a file, Windows drops the trailing ones. */
function trimDots(text: string): string {
  return text.replace(/^[\s.]+/u, '').replace(/[\s.]+$/u, '');
}

function stemOf(name: string): string {
  return (name.split('.')[0] ?? '').trim();
}

/** `.xml`; empty when there is none or when it is too long to be one. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return extension.length <= 12 ? extension : '';
}
