import { checkXml } from '../scsn/check.ts';
import type { SchemaSet } from '../scsn/interface.ts';
import type { Finding } from '../types.ts';

/** Holds an SCSN Order against a set of XSDs, for the simulator's `sci-connector/order`. */
export const buildOrderCheck =
  (schemas: SchemaSet) =>
  (bytes: Uint8Array): readonly Finding[] =>
    checkXml(bytes, schemas, { document: 'scsn/Order', severities: {} }).findings;
