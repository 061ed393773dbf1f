import { z } from 'zod';
import { BuildTable } from '../../system/build-table.ts';
import { sha256 } from '../../text/sha256.ts';
import type { XsdComponent } from './xsd-components.ts';

/** XSDs that a build has read beforehand: the delivered ones, which every thread and every command begins with. */

export const parsedXsdsFile = 'xsd-components.txt';

/** Kind, attributes, target namespace, children. */
type Packed = readonly [
  kind: string,
  attributes: Readonly<Record<string, string>>,
  targetNamespace: string,
  children: readonly Packed[],
];

export const packXsd = ({ kind, attributes, targetNamespace, children }: XsdComponent): Packed => [
  kind,
  attributes,
  targetNamespace,
  children.map(packXsd),
];

const unpack = ([kind, attributes, targetNamespace, children]: Packed): XsdComponent => ({
  kind,
  attributes,
  targetNamespace,
  children: children.map(unpack),
});

/** By its content: an XSD that somebody has edited is read. */
export const xsdKeyOf = (text: string): string => sha256(text);

const table = new BuildTable(parsedXsdsFile);

/** Written by our own build, beside this program: its shape is not checked again. */
const packedSchema = z.custom<Packed>(Array.isArray);

/** What `parseXsd` gives of this text; undefined where the build has not read it. */
export function findBuiltXsd(text: string): XsdComponent | undefined {
  const known = table.find(xsdKeyOf(text));
  return known === undefined ? undefined : unpack(packedSchema.parse(JSON.parse(known)));
}
