import { checkXml } from '../../src/scsn/check-xml.ts';
import type { SchemaSet } from '../../src/scsn/schemas/schema-set.ts';
import type { Finding } from '../../src/types.ts';

/** Holds an SCSN Order against a set of XSDs, for the simulator's `sci-connector/order`. */
export const buildOrderCheck =
  (schemas: SchemaSet) =>
  (bytes: Uint8Array): readonly Finding[] =>
    checkXml(bytes, schemas, { document: 'scsn/Order', severities: {} }).findings;
