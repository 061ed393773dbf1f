import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { isPrivate } from '../../config/networks.ts';
import type { OutboundSettings } from '../../config/schema/config-schema.ts';
import type { Answer, ExchangeReader, FailedAnswer } from '../../exchange/exchange-client.ts';
import { localizeFailure } from '../../exchange/transport/answer.ts';
import {
  buildOwnPhrase,
  buildPhrase,
  createFinding,
  type FindingValues,
  type Phrase,
} from '../../findings/create-finding.ts';
import type { ProcessingCode } from '../../findings/finding-codes.ts';
import { nameWithId, renderFileName, toSafeName } from '../../folders/file-name.ts';
import { decodeLeniently } from '../../text/decode-leniently.ts';
import { sha256 } from '../../text/sha256.ts';
import type { Finding, Language } from '../../types.ts';

/** A file that belongs to a published XML, and lies beside it under this name. */
export interface AttachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The body with its documents put in, what is to be published beside the XML, and what could not be had. */
export interface AttachedDocuments {
  readonly body: Uint8Array;
  readonly files: readonly AttachedFile[];
  readonly findings: readonly Finding[];
  /** Why the message has to wait: a document that must be there cannot be had now. */
  readonly wait?: FailedAnswer;
}

export interface DocumentSource {
  readonly reader: Pick<ExchangeReader, 'metadata' | 'follow'>;
  readonly settings: OutboundSettings['documents'];
  /** Of the exchange; documents may always come from there. */
  readonly host: string;
  /** Fields of `documents.name`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Of the findings. */
  readonly language: Language;
}

/** One `document` of the body. */
interface DocumentReference {
  readonly node: Node;
  readonly objectId?: string;
  readonly url?: string;
  /** Name or code, what a person calls it; else its id or address; may be empty. */
  readonly title: string;
}

type LoadedDocument =
  | { readonly filename: string; readonly contentType: string; readonly bytes: Uint8Array }
  | { readonly finding: Finding; readonly answer?: Answer };

/**
 * Fetches the documents of an order or shipment (specification, document download procedure): by `objectId`, else by
 * `url` from allowed hosts, else there is none. `url` of a fetched one becomes the name of its file, or `embedded` and
 * `contentType` are added; the mapping writes them. Everything else of the body stays as it is, digit by digit.
 */
export async function attachDocuments(body: Uint8Array, source: DocumentSource): Promise<AttachedDocuments> {
  const text = Buffer.from(body).toString('utf8');
  const root = parseTree(text);
  const references = root ? listReferences(root) : [];
  const cache = new Map<string, LoadedDocument>();
  const edits: { readonly node: Node; readonly text: string }[] = [];
  const files = new Map<string, AttachedFile>();
  const findings: Finding[] = [];
  for (const reference of references) {
    const key = reference.objectId ?? reference.url ?? '';
    const loaded = cache.get(key) ?? (await loadDocument(reference, source));
    if (key !== '') cache.set(key, loaded);
    if ('finding' in loaded) {
      if (source.settings.required && mayComeLater(loaded.answer))
        return { body, files: [], findings: [], wait: loaded.answer };
      findings.push(loaded.finding);
      continue;
    }
    const file = source.settings.place === 'beside' ? buildAttachedFile(loaded, source) : undefined;
    if (file) files.set(file.name, file);
    edits.push({
      node: reference.node,
      text: renderEdited(text, reference.node, buildChanges(loaded, file)),
    });
  }
  return { body: Buffer.from(applyEdits(text, edits)), files: [...files.values()], findings };
}

const mayComeLater = (answer: Answer | undefined): answer is FailedAnswer =>
  answer?.kind === 'retry' || answer?.kind === 'down';

/** Members of arrays called `documents`, wherever they stand. */
function listReferences(node: Node): readonly DocumentReference[] {
  if (node.type === 'property') {
    const [name, value] = node.children ?? [];
    if (name?.value === 'documents' && value?.type === 'array')
      return (value.children ?? []).filter(({ type }) => type === 'object').map(readReference);
  }
  return (node.children ?? []).flatMap(listReferences);
}

function readReference(node: Node): DocumentReference {
  const at = (name: string): string | undefined => {
    const value: unknown = findNodeAtLocation(node, [name])?.value;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [objectId, url] = [at('objectId'), at('url')];
  return {
    node,
    title: at('name') ?? at('code') ?? objectId ?? url ?? '',
    ...(objectId === undefined ? {} : { objectId }),
    ...(url === undefined ? {} : { url }),
  };
}

async function loadDocument(reference: DocumentReference, source: DocumentSource): Promise<LoadedDocument> {
  const { objectId, url, title } = reference;
  if (objectId !== undefined) return limitSize(title, source, await loadFromStorage(objectId, title, source));
  if (url !== undefined) return limitSize(title, source, await loadFromUrl(url, title, source));
  return {
    finding: createDocumentFinding(source, 'document-without-file', {
      title: title || buildPhrase('document-nameless'),
    }),
  };
}

/** The link is good for a minute: when it is over, the metadata are asked for once more. */
async function loadFromStorage(
  objectId: string,
  title: string,
  source: DocumentSource,
): Promise<LoadedDocument> {
  const first = await loadByMetadata(objectId, title, source);
  return 'finding' in first && first.answer?.kind === 'strange' && first.answer.status === 403
    ? loadByMetadata(objectId, title, source)
    : first;
}

async function loadByMetadata(
  objectId: string,
  title: string,
  source: DocumentSource,
): Promise<LoadedDocument> {
  const described = await source.reader.metadata(objectId);
  if (!described.document) return createMissing(source, title, described);
  const { filename, contentType, downloadUrl } = described.document;
  const { why, addresses } = await checkLink(downloadUrl, source);
  if (why !== undefined)
    return { finding: createDocumentFinding(source, 'document-blocked', { title, why }) };
  const answer = await source.reader.follow(downloadUrl, addresses);
  return answer.kind === 'ok'
    ? { filename, contentType, bytes: answer.body }
    : createMissing(source, title, answer);
}

async function loadFromUrl(url: string, title: string, source: DocumentSource): Promise<LoadedDocument> {
  const { why, addresses } = await checkLink(url, source);
  if (why !== undefined)
    return { finding: createDocumentFinding(source, 'document-blocked', { title, why }) };
  const answer = await source.reader.follow(url, addresses);
  if (answer.kind !== 'ok') return createMissing(source, title, answer);
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return {
    filename: decodeLeniently(last) || title,
    contentType: 'application/octet-stream',
    bytes: answer.body,
  };
}

/** Why an address is not fetched; else where its host is, so that its name cannot mean another one a moment later. */
interface LinkCheck {
  readonly why?: Phrase;
  readonly addresses?: readonly string[];
}

/**
 * Hosts by list; addresses of this network only when they are allowed. The exchange itself is always allowed. The same for
 * a document's own address and for the one that the storage gives: both are what somebody wrote. A redirection is followed
 * by nobody.
 */
async function checkLink(url: string, { settings, host }: DocumentSource): Promise<LinkCheck> {
  if (!URL.canParse(url)) return { why: buildPhrase('blocked-no-url') };
  const link = new URL(url);
  if (link.host === host) return {};
  if (link.protocol !== 'https:')
    return { why: buildPhrase('blocked-protocol', { protocol: link.protocol }) };
  if (!settings.hosts.some((name) => name.toLowerCase() === link.hostname))
    return { why: buildPhrase('blocked-host', { host: link.hostname }) };
  const addresses = await resolveAddresses(link.hostname);
  const inside = addresses.find((address) => isPrivate(address));
  return inside === undefined || settings.privateHosts
    ? { addresses }
    : { why: buildPhrase('blocked-private', { host: link.hostname, address: inside }) };
}

async function resolveAddresses(hostname: string): Promise<readonly string[]> {
  const plain = hostname.replace(/^\[|\]$/g, '');
  if (isIP(plain) > 0) return [plain];
  return lookup(plain, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [], // a name that is not known: following it tells
  );
}

function limitSize(title: string, source: DocumentSource, loaded: LoadedDocument): LoadedDocument {
  const { maxMegabytes } = source.settings;
  if ('finding' in loaded || loaded.bytes.length <= maxMegabytes * 2 ** 20) return loaded;
  const size = Math.ceil(loaded.bytes.length / 2 ** 20);
  return {
    finding: createDocumentFinding(source, 'document-file-too-large', { title, size, most: maxMegabytes }),
  };
}

const createMissing = (source: DocumentSource, title: string, answer: Answer): LoadedDocument => ({
  answer,
  finding: createDocumentFinding(source, 'document-missing', {
    title,
    what: buildOwnPhrase(localizeFailure(answer)),
  }),
});

/** What must be there is for a person to decide; of the rest the journal keeps a warning. */
function createDocumentFinding(
  { settings, language }: DocumentSource,
  code: ProcessingCode,
  values: FindingValues,
): Finding {
  const todo = buildPhrase(settings.required ? 'document-required' : 'document-optional');
  const told = createFinding(code, { ...values, todo }, {}, language);
  return { ...told, severity: settings.required ? 'park' : 'warning' };
}

const buildAttachedFile = (
  loaded: { filename: string; bytes: Uint8Array },
  source: DocumentSource,
): AttachedFile => ({
  name: buildAttachedName(loaded, source),
  bytes: loaded.bytes,
});

/** The same content has the same name, and another content another one: also where somebody tries documents until two begin alike. */
function buildAttachedName(
  loaded: { filename: string; bytes: Uint8Array },
  { settings, fields }: DocumentSource,
): string {
  const hash = sha256(loaded.bytes).slice(0, 16);
  const filename = toSafeName(loaded.filename.split(/[/\\]/).at(-1) ?? '');
  const name = nameWithId(renderFileName(settings.name, { ...fields, filename }), hash);
  // it stands in the XML as an address: whoever decodes that would read %2f as a separator
  return name.replace(/[%#]/g, '_');
}

/** Members and their values as JSON. */
const buildChanges = (
  loaded: { readonly filename: string; readonly contentType: string; readonly bytes: Uint8Array },
  file: AttachedFile | undefined,
): Readonly<Record<string, string>> =>
  file
    ? { url: JSON.stringify(file.name) }
    : {
        name: JSON.stringify(toSafeName(loaded.filename)),
        contentType: JSON.stringify(loaded.contentType),
        // has nothing to escape, and is long
        embedded: `"${Buffer.from(loaded.bytes).toString('base64')}"`,
      };

/** The document as text with some members set, to JSON. */
function renderEdited(text: string, node: Node, changes: Readonly<Record<string, string>>): string {
  const kept = (node.children ?? []).filter(({ children }) => !(String(children?.[0]?.value) in changes));
  const members = kept.map(({ offset, length }) => text.slice(offset, offset + length));
  const added = Object.entries(changes).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  return `{${[...members, ...added].join()}}`;
}

function applyEdits(text: string, edits: readonly { readonly node: Node; readonly text: string }[]): string {
  let end = text.length;
  const parts: string[] = [];
  for (const { node, text: replacement } of [...edits].sort((a, b) => b.node.offset - a.node.offset)) {
    parts.unshift(replacement, text.slice(node.offset + node.length, end));
    end = node.offset;
  }
  return [text.slice(0, end), ...parts].join('');
}
