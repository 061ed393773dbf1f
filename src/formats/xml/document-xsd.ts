import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { LocalizedError } from '../../findings/localized-error.ts';
import type { SchemaValidator } from '../../scsn/schemas/schema-set.ts';
import { compileXsd } from '../../scsn/schemas/xsd-compiler.ts';
import { parseXsd, readHead } from '../../scsn/schemas/xsd-components.ts';
import type { ReadNearby } from '../describe/referenced-texts.ts';

/** The XSD of a format with all that it imports, read and not compiled yet. */
export interface DocumentXsd {
  /** SHA-256 over the texts, hex. */
  readonly hash: string;
  /** Throws an Error in words when it cannot be compiled. */
  validator(): SchemaValidator;
}

/** Throws an Error in words for a file that is not there or no XSD. */
export function loadDocumentXsd(path: string, near: ReadNearby): DocumentXsd {
  const texts = new Map<string, string>();
  collectXsds(posix.normalize(path), near, texts);
  const hash = createHash('sha256');
  for (const [name, text] of texts) hash.update(`${name}\n${text.length}\n${text}`);
  const digest = hash.digest('hex');
  const serve = (location: string) =>
    texts.get(localPathOf('', location)) ??
    [...texts].find(([name]) => posix.basename(name) === posix.basename(location))?.[1];
  return {
    hash: digest,
    validator: () => compileOnce(digest, () => compileXsd(posix.normalize(path), serve)),
  };
}

function collectXsds(name: string, near: ReadNearby, texts: Map<string, string>): void {
  if (texts.has(name)) return;
  const text = near(name);
  if (text === undefined) throw new LocalizedError({ en: `${name} is not there`, nl: `${name} is er niet` });
  texts.set(name, text);
  for (const location of readHead(parseXsd(name, text)).locations)
    collectXsds(localPathOf(posix.dirname(name), location), near, texts);
}

/** What an XSD imports lies beside it; of an address on the network the last step counts. */
const localPathOf = (from: string, location: string): string =>
  posix.normalize(posix.join(from, /^[a-z]+:\/\//i.test(location) ? posix.basename(location) : location));

/** Memory of libxml2 is never given back by itself: a few are kept, the oldest goes. */
const most = 4;
const validators = new Map<string, SchemaValidator>();

function compileOnce(hash: string, make: () => SchemaValidator): SchemaValidator {
  const known = validators.get(hash);
  if (known !== undefined) return known;
  const made = make();
  validators.set(hash, made);
  const [oldest, ...others] = validators.keys();
  if (oldest !== undefined && others.length >= most) {
    validators.get(oldest)?.dispose();
    validators.delete(oldest);
  }
  return made;
}
