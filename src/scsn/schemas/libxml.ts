import {
  type ErrorDetail,
  ParseOption,
  XmlDocument,
  XmlElement,
  XmlLibError,
  XmlParseError,
  type XmlTreeNode,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { reasonOf } from '../../text/reason-of.ts';
import { isUndeclared, keepFirstErrors } from './first-errors.ts';
import type { CompileXsd, LibxmlError, ServeXsd } from './schema-set.ts';
import { provideXsdCompiler } from './xsd-compiler.ts';

const ofAttribute = /^Element '[^']*'(?:, attribute|: The attribute) '([^']*)'/;

/** The attribute that an error is about; undefined where it is about the element itself. */
export const attributeOf = ({ message }: LibxmlError): string | undefined => ofAttribute.exec(message)?.[1];

/** The document was not well-formed to libxml2. */
export class NotWellFormed extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

const options =
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_HUGE |
  ParseOption.XML_PARSE_BIG_LINES;

const scheme = 'schemas:///';

/** From memory: nothing but what is served is ever opened. */
export const compileXsd: CompileXsd = (name, serve) => {
  const xsd = withSchemas(serve, () => {
    const text = serve(name) ?? '';
    const document = XmlDocument.fromBuffer(utf8(text), { url: scheme + name, option: options });
    try {
      return XsdValidator.fromDoc(document);
    } catch (error) {
      throw new Error(`the XSD ${name} cannot be compiled: ${messageOf(error)}`, { cause: error });
    } finally {
      document.dispose();
    }
  });
  return { validate: (bytes) => validate(xsd, bytes), dispose: () => xsd.dispose() };
};
provideXsdCompiler(compileXsd);

function validate(xsd: XsdValidator, bytes: Uint8Array): LibxmlError[] {
  const document = parse(bytes);
  try {
    return new ValidationRun(xsd, document).run();
  } finally {
    document.dispose();
  }
}

function parse(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option: options, encoding: 'UTF-8' });
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const first = error.details.find(({ level }) => level > 1) ?? error.details[0];
    throw new NotWellFormed(first?.message.trim() ?? error.message, first?.line ?? 1, first?.col ?? 1);
  }
}

/** A document with more errors than this is not worth more explanation. */
export const mostErrors = 2000;
keepFirstErrors(mostErrors);

class ValidationRun {
  readonly #xsd: XsdValidator;
  readonly #document: XmlDocument;
  readonly #errors: LibxmlError[] = [];
  /** Children of the elements that were asked for, by their paths. */
  readonly #children = new Map<string, ChildrenByName>();

  constructor(xsd: XsdValidator, document: XmlDocument) {
    this.#xsd = xsd;
    this.#document = document;
  }

  run(): LibxmlError[] {
    this.#look(this.#document);
    return this.#errors;
  }

  #look(part: XmlDocument | XmlElement): void {
    for (const detail of this.#against(part)) {
      if (this.#errors.length >= mostErrors) return;
      this.#errors.push(toLibxmlError(detail));
      if (detail.message.includes('This element is not expected')) this.#skipped(detail.xpath ?? '');
    }
  }

  #against(part: XmlDocument | XmlElement): ErrorDetail[] {
    try {
      if (part instanceof XmlDocument) this.#xsd.validate(part);
      else this.#xsd.validate(part);
      return [];
    } catch (error) {
      if (error instanceof XmlValidateError && error.details.length > 0)
        return error.details.filter(isContentOf(part));
      throw error;
    }
  }

  /** The element that was not expected and its following siblings, one by one. */
  #skipped(path: string): void {
    let node: XmlTreeNode | null = this.#find(path) ?? null;
    while (node !== null && this.#errors.length < mostErrors) {
      const next = node.next;
      if (node instanceof XmlElement) this.#look(node);
      node = next;
    }
  }

  /** The element of a path as libxml2 writes it. Not by XPath, which walks from the start to each of thousands of lines. */
  #find(path: string): XmlElement | undefined {
    const [, above = '', name = '', number = '1'] = /^(.*)\/([^/[]+)(?:\[(\d+)\])?$/.exec(path) ?? [];
    if (name !== '' && above === '') return this.#document.root;
    return this.#childrenAt(above).get(name)?.[Number(number) - 1];
  }

  #childrenAt(path: string): ChildrenByName {
    const known = this.#children.get(path) ?? groupChildren(path === '' ? undefined : this.#find(path));
    this.#children.set(path, known);
    return known;
  }
}

/** By the names that a path of libxml2 has for them: with a prefix, without any namespace, or a star for the default one. */
type ChildrenByName = ReadonlyMap<string, readonly XmlElement[]>;

function groupChildren(parent: XmlElement | undefined): ChildrenByName {
  const all: XmlElement[] = [];
  for (let node = parent?.firstChild ?? null; node !== null; node = node.next)
    if (node instanceof XmlElement) all.push(node);
  const named = Map.groupBy(all, ({ namespacePrefix, name }) =>
    namespacePrefix === '' ? name : `${namespacePrefix}:${name}`,
  );
  return named.set('*', all);
}

/** An element that the schema does not declare for itself cannot be validated alone: that is no error of the document. */
function isContentOf(part: XmlDocument | XmlElement): (detail: ErrorDetail) => boolean {
  return ({ message }) => part instanceof XmlDocument || !isUndeclared(message);
}

function toLibxmlError(detail: ErrorDetail): LibxmlError {
  const message = detail.message
    .replace(/\{[^}]*\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return { message, line: detail.line, path: detail.xpath ?? '' };
}

function messageOf(error: unknown): string {
  if (error instanceof XmlLibError)
    return error.details.map((detail) => toLibxmlError(detail).message).join(' ');
  return reasonOf(error);
}

/** Whatever its declaration says that it was saved in. */
const utf8 = (text: string) =>
  new TextEncoder().encode(text.replace(/^(<\?xml\b[^>]*?)\s+encoding\s*=\s*(["'])[^"']*\2/, '$1'));

let serving: ServeXsd | undefined;
let registered = false;
const files = new Map<number, { readonly bytes: Uint8Array; offset: number }>();
let lastFile = 0;

/** Whatever libxml2 wants to open comes here: it gets the schemas being compiled and nothing else. */
function withSchemas<T>(serve: ServeXsd, run: () => T): T {
  if (!registered) registered = xmlRegisterInputProvider({ match: () => true, open, read, close });
  serving = serve;
  try {
    return run();
  } finally {
    serving = undefined;
  }
}

function open(location: string): number | undefined {
  const name = location.startsWith(scheme) ? location.slice(scheme.length) : location;
  const text = serving?.(name);
  if (text === undefined) return undefined;
  lastFile += 1;
  files.set(lastFile, { bytes: utf8(text), offset: 0 });
  return lastFile;
}

function read(file: number, buffer: Uint8Array): number {
  const opened = files.get(file);
  if (opened === undefined) return -1;
  const part = opened.bytes.subarray(opened.offset, opened.offset + buffer.length);
  buffer.set(part);
  opened.offset += part.length;
  return part.length;
}

function close(file: number): boolean {
  return files.delete(file);
}
