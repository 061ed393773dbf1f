import { limits } from '../../limits.ts';

/**
 * Cuts JSON into its parts without building a tree and without recursion: whatever the text holds, it costs one look at
 * each character and the parts asked for. What is cut out stands there character by character as it came.
 */
export interface JsonPart {
  /** Of a member of an object; empty in an array. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface JsonParts {
  readonly kind: 'array' | 'object';
  readonly parts: readonly JsonPart[];
  /** Behind the closing bracket; where reading stopped, when there were more than asked for. */
  readonly end: number;
  readonly more: boolean;
}

/** The parts of what begins at `start`, at most so many. Undefined: it is no array or object, or is not closed. */
export function cutJsonParts(json: string, start: number, most: number): JsonParts | undefined {
  const kind = json[start] === '[' ? 'array' : json[start] === '{' ? 'object' : undefined;
  if (kind === undefined) return undefined;
  const closing = kind === 'array' ? ']' : '}';
  const parts: JsonPart[] = [];
  let at = skipBlanks(json, start + 1);
  if (json[at] === closing) return { kind, parts, end: at + 1, more: false };
  for (;;) {
    if (parts.length === most) return { kind, parts, end: at, more: true };
    const part = partAt(json, at, kind);
    if (!part) return undefined;
    parts.push(part);
    at = skipBlanks(json, part.end);
    if (json[at] === closing) return { kind, parts, end: at + 1, more: false };
    if (json[at] !== ',') return undefined;
    at = skipBlanks(json, at + 1);
  }
}

/** The member of an object, the last where there are several of that name, as readers of JSON have it. */
export const findMember = (parts: JsonParts | undefined, name: string): JsonPart | undefined =>
  parts?.kind === 'object' ? parts.parts.findLast((part) => part.name === name) : undefined;

/** The text that stands there; undefined when it is none. */
export function textOfPart(json: string, part: JsonPart | undefined): string | undefined {
  if (!part || json[part.start] !== '"') return undefined;
  return parseJsonText(json.slice(part.start, part.end));
}

export function skipBlanks(json: string, start: number): number {
  let at = start;
  while (isBlank(json.charCodeAt(at))) at += 1;
  return at;
}

/**
 * Why it is not parsed: it nests too deep, or holds too many values, or too many in one object. JSON.parse would take a hundred times
 * their size, and cannot be stopped: beyond the memory that there is it ends the process, also from a thread with a limit of its own.
 */
export function findJsonExcess(json: string): JsonExcess | undefined {
  let [depth, values] = [0, 0];
  /** Members so far of the objects that are open, by depth; of an array none count. */
  const members: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at) - 1;
    else if (isClosing(code)) depth -= 1;
    else if (isOpening(code) || code === comma) {
      values += 1;
      if (code === comma) members[depth] = (members[depth] ?? 0) + 1;
      else {
        depth += 1;
        members[depth] = code === brace ? 1 : Number.NEGATIVE_INFINITY;
      }
      if (depth > limits.jsonDepth) return 'deep';
      if (values > limits.jsonValues) return 'large';
      if ((members[depth] ?? 0) > limits.jsonMembers) return 'wide';
    }
  }
  return undefined;
}

export type JsonExcess = 'deep' | 'large' | 'wide';

const quote = 0x22;
const brace = 0x7b;
const comma = 0x2c;
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

function partAt(json: string, start: number, kind: JsonParts['kind']): JsonPart | undefined {
  if (kind === 'array') return valueAt(json, start, '');
  if (json.charCodeAt(start) !== quote) return undefined;
  const end = endOfString(json, start);
  const colon = skipBlanks(json, end);
  const name = parseJsonText(json.slice(start, end));
  return json[colon] === ':' && name !== undefined
    ? valueAt(json, skipBlanks(json, colon + 1), name)
    : undefined;
}

function valueAt(json: string, start: number, name: string): JsonPart | undefined {
  const end = endOfValue(json, start);
  return end > start && end <= json.length ? { name, start, end } : undefined;
}

function endOfValue(json: string, start: number): number {
  const code = json.charCodeAt(start);
  if (code === quote) return endOfString(json, start);
  return isOpening(code) ? endOfNested(json, start) : endOfScalar(json, start);
}

function endOfNested(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at) - 1;
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return Infinity;
}

function endOfScalar(json: string, start: number): number {
  let at = start;
  while (at < json.length && !isBlank(json.charCodeAt(at)) && !',]}'.includes(json.charAt(at))) at += 1;
  return at;
}

/** Behind the closing quotation mark of the string that begins here; Infinity where there is none. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return Infinity;
}

function parseJsonText(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // no text of JSON: as good as none
  }
}
