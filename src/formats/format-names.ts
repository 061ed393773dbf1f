import { documentByKind, documentTypes, kindByDocument } from '../scsn/document-types.ts';
import type { Kind } from '../types.ts';

/** What formats are called, and which names are SCSN documents; no format is loaded for it. */

/** The SCSN documents: what `document:` of a channel may say beside the name of a described format. */
export const scsnFormatNames = documentTypes;

/** The name of a described format, which is the name of its file. */
export const formatNamePattern = /^[a-z0-9][a-z0-9._-]*$/;

/** Is it an SCSN document? Whatever an ERP writes becomes one, and whatever it reads was one. */
export const isScsnDocument = (name: string): boolean => documentTypes.some((known) => known === name);

/** The SCSN document of a kind: whatever an ERP writes is translated into one, whatever it reads from one. */
export const scsnDocumentOf = (kind: Kind): string => documentByKind[kind];

/** What an SCSN document is; undefined for any other name. */
export const kindOf = (name: string): Kind | undefined =>
  new Map<string, Kind>(Object.entries(kindByDocument)).get(name);
