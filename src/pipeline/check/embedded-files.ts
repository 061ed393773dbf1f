import { extname } from 'node:path';
import { z } from 'zod';
import { createFinding } from '../../findings/create-finding.ts';
import { toSafeName } from '../../folders/file-name.ts';
import { sha256 } from '../../text/sha256.ts';
import { ElementNode, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';

/** A file inside a document of the ERP. */
export interface EmbeddedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, hex: one content is uploaded once. */
  readonly hash: string;
}

/** What an exchange takes by upload, in bytes. */
const largestUpload = 100 * 2 ** 20;

/** Files that it refuses, by their ending (not a complete list). */
const blockedExtensions = /^\.(exe|dll|js|jar|bat|cmd|com|msi|ps1|vbs|iso|img|lnk|scr|hta|chm|xll)$/i;

/** JSON has no place for a file: it is uploaded, and the JSON refers to it. */
export const needsUpload = ({ settings }: InboundChannel): boolean =>
  settings.to.exchange.startsWith('api-connector/');

/** The elements that hold a file, in document order. */
export function listEmbeddedElements({ root }: TreeDocument): readonly ElementNode[] {
  const found: ElementNode[] = [];
  const visit = (node: TreeDocument['root']): void => {
    if (node.localName === 'EmbeddedDocumentBinaryObject' && node instanceof ElementNode && holdsFile(node))
      found.push(node);
    for (const child of node.childNodes) if (child.nodeType === 1) visit(child);
  };
  visit(root);
  return found;
}

const holdsFile = (element: ElementNode): boolean =>
  element.childNodes.some((child) => /\S/.test(readStart(child)));

/** A few characters tell; a file may be long. */
function readStart(node: ElementNode['childNodes'][number]): string {
  if (node.nodeType !== 3) return '';
  for (const part of node.parts()) if (/\S/.test(part)) return part.slice(0, 1000);
  return '';
}

/** Decoded, in document order. */
export const decodeEmbeddedFiles = (tree: TreeDocument): readonly EmbeddedFile[] =>
  listEmbeddedElements(tree).map((element) => {
    const bytes = Buffer.from(textOf(element), 'base64');
    return {
      filename: toSafeName(findAttribute(element, 'filename') ?? 'file'),
      contentType: findAttribute(element, 'mimeCode') ?? 'application/octet-stream',
      bytes,
      hash: sha256(bytes),
    };
  });

const findAttribute = ({ attributes }: ElementNode, name: string): string | undefined =>
  attributes.find(({ localName }) => localName === name)?.value.trim() || undefined;

/** Why the files of a document cannot go to the exchange: found before anything is uploaded. */
export function checkEmbeddedFiles(tree: TreeDocument, channel: InboundChannel): readonly Finding[] {
  if (!needsUpload(channel)) return [];
  return listEmbeddedElements(tree).flatMap((element) => {
    const { line, column } = element;
    const title = findAttribute(element, 'filename') ?? 'without a name';
    const tell = (code: Parameters<typeof createFinding>[0], values: Record<string, string | number>) => {
      const severity = channel.settings.severities[code];
      const found = createFinding(code, { title, ...values }, { line, column }, channel.language);
      return severity === undefined ? [found] : severity === 'off' ? [] : [{ ...found, severity }];
    };
    if (!channel.upload) return tell('embedded-file-refused', {});
    // as it would be called there: `setup.exe.` too
    const ending = extname(toSafeName(title));
    if (blockedExtensions.test(ending)) return tell('embedded-file-blocked', { ending });
    const size = measureBase64(element) * 0.75;
    return size > largestUpload
      ? tell('embedded-file-too-large', { size: Math.ceil(size / 2 ** 20), most: largestUpload / 2 ** 20 })
      : [];
  });
}

function measureBase64(element: ElementNode): number {
  let length = 0;
  for (const child of element.childNodes)
    if (child.nodeType === 3) for (const part of child.parts()) length += part.replace(/\s/g, '').length;
  return length;
}

/** Ids at the exchange of the files inside a document, in document order; the `gathered` part of an inbound message. */
const uploadsSchema = z.object({ objectIds: z.array(z.string()) });

export const serializeUploads = (objectIds: readonly string[]): Uint8Array =>
  Buffer.from(JSON.stringify({ objectIds }));

export const parseUploads = (gathered: Uint8Array): readonly string[] =>
  uploadsSchema.parse(JSON.parse(Buffer.from(gathered).toString('utf8'))).objectIds;

/** The document with the ids of its uploaded files where the files were.  */
export function replaceWithUploads(tree: TreeDocument, objectIds: readonly string[]): TreeDocument {
  for (const [index, element] of listEmbeddedElements(tree).entries())
    element.replaceText(objectIds[index] ?? '');
  return tree;
}
