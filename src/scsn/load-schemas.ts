import { createHash } from 'node:crypto';
import { basename, join, posix } from 'node:path';
import { packageFile } from '../package.ts';
import { checkXml } from './check-xml.ts';
import { type DocumentType, documentTypes } from './document-types.ts';
import { deliveredRules, readTextsBelow } from './rules/load-rules.ts';
import { parseSchematron } from './rules/schematron-file.ts';
import { compileXsd } from './schemas/libxml.ts';
import { findBuiltXsd } from './schemas/parsed-xsd.ts';
import { buildModel, roots } from './schemas/schema-model.ts';
import type { SchemaSet, SchemaValidator } from './schemas/schema-set.ts';
import { parseXsd, readHead, type XsdComponent, type XsdHead } from './schemas/xsd-components.ts';

/** The folder that comes with the gateway. */
export const deliveredXsds = packageFile('schemas', 'xsd');

export interface SchemaFolders {
  /** A folder of XSDs, searched with its sub-folders; the delivered ones by default. */
  readonly xsds?: string;
  /** The XSDs of that folder by their name in it, with `/`, where they were read before. */
  readonly texts?: ReadonlyMap<string, string>;
  /** A folder of Schematron rules; the delivered ones by default. */
  readonly rules?: string;
}

/**
 * Loads a set of XSDs with the rules beside it. The XSD of a document type is found by its namespace and root element.
 * Imports resolve inside the folder: by their relative path or, where they name an address on the network, by the end of
 * that address. Throws an Error that names folder and file when the set cannot be used. A document type's XSDs are
 * compiled when it is first checked.
 */
export function loadSchemas(folders: SchemaFolders = {}): SchemaSet {
  const folder = folders.xsds ?? deliveredXsds;
  const xsds = folders.texts ?? readTextsBelow(folder, '.xsd');
  const rules = readTextsBelow(folders.rules ?? deliveredRules, '.sch');
  const parsed = new Map([...xsds].map(([name, text]) => [name, findBuiltXsd(text) ?? parseXsd(name, text)]));
  const files = new XsdFiles(folder, xsds, parsed);
  const validators = new Map<DocumentType, SchemaValidator>();
  const model = buildModel(files.reachable(parsed));
  const set: SchemaSet = {
    model,
    hash: hashOf([...xsds, ...rules]),
    texts:
      folders.xsds === undefined
        ? []
        : [...xsds].map(([name, text]) => ({ path: join(folder, ...name.split('/')), text })),
    rules: parseSchematron(rules),
    check: (bytes, options) => checkXml(bytes, set, options),
    validator(document) {
      const known = validators.get(document) ?? files.compile(document);
      validators.set(document, known);
      return known;
    },
    dispose() {
      for (const validator of validators.values()) validator.dispose();
      validators.clear();
    },
  };
  return set;
}

class XsdFiles {
  readonly #folder: string;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #heads: ReadonlyMap<string, XsdHead>;

  constructor(
    folder: string,
    texts: ReadonlyMap<string, string>,
    schemas: ReadonlyMap<string, XsdComponent>,
  ) {
    this.#folder = folder;
    this.#texts = texts;
    this.#heads = new Map([...schemas].map(([name, schema]) => [name, readHead(schema)]));
    if (documentTypes.every((document) => this.#main(document) === undefined)) {
      throw new Error(`${folder} holds no XSD of an SCSN document`);
    }
  }

  compile(document: DocumentType): SchemaValidator {
    const name = this.#main(document);
    if (name === undefined) throw new Error(`${this.#folder} holds no XSD for ${document}`);
    return compileXsd(name, (location) => {
      const file = this.#resolve('', location);
      return file === undefined ? undefined : this.#texts.get(file);
    });
  }

  /** The files that the SCSN documents of this set need; throws when one of them is missing. */
  reachable(schemas: ReadonlyMap<string, XsdComponent>): ReadonlyMap<string, XsdComponent> {
    const names = new Set(documentTypes.flatMap((document) => this.#main(document) ?? []));
    for (const name of names) {
      for (const location of this.#heads.get(name)?.locations ?? []) {
        const file = this.#resolve(posix.dirname(name), location);
        if (file === undefined)
          throw new Error(`${name} in ${this.#folder} imports ${location}, which is not there`);
        names.add(file);
      }
    }
    return new Map([...schemas].filter(([name]) => names.has(name)));
  }

  #main(document: DocumentType): string | undefined {
    const { namespace, localName } = roots[document];
    for (const [name, head] of this.#heads) {
      if (head.targetNamespace === namespace && head.elements.includes(localName)) return name;
    }
    return undefined;
  }

  #resolve(from: string, location: string): string | undefined {
    const path = posix.normalize(posix.join(from, location.replace(/^[a-z]+:\/+/i, '')));
    if (this.#texts.has(path)) return path;
    const same = [...this.#texts.keys()].filter((name) => basename(name) === basename(path));
    return same.sort((a, b) => countCommonEnd(b, path) - countCommonEnd(a, path))[0];
  }
}

/** How many last steps of two paths are the same. */
function countCommonEnd(a: string, b: string): number {
  const left = a.split('/').reverse();
  const right = b.split('/').reverse();
  const different = left.findIndex((step, index) => step !== right[index]);
  return different === -1 ? left.length : different;
}

function hashOf(files: readonly (readonly [string, string])[]): string {
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(`${name}\n${text.length}\n${text}\n`);
  return hash.digest('hex');
}
