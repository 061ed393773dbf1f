import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { extensionOf } from '../../mapping/fixtures/fixture-files.ts';
import { type KeptValue, maskFixture } from '../../mapping/mask/mask-fixture.ts';
import { decodeSavedText } from '../../text/text-file.ts';

/** Files of a fixture by their names, and the values that stayed as they were. */
export interface MaskedFiles {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly kept: readonly KeptValue[];
}

/** Nobody who has the copy can try which name became which. */
export const createMaskSeed = (): string => randomBytes(16).toString('hex');

/** A document with what lies beside it, masked. Throws NotMaskable. */
export function maskDocumentFiles(document: string, mapping: FileMapping, formats: Formats): MaskedFiles {
  const extension = extensionOf(mapping.from, formats);
  const beside = (name: string): Uint8Array | undefined => {
    const path = join(dirname(document), name);
    return existsSync(path) ? readFileSync(path) : undefined;
  };
  const [previous, context] = [beside(`previous${extension}`), beside('context.json')];
  const given = {
    document: readFileSync(document),
    ...(previous ? { previous } : {}),
    ...(context ? { context: decodeSavedText(context) } : {}),
  };
  const { given: masked, kept } = maskFixture(mapping, formats, given, createMaskSeed());
  return {
    files: {
      [`document${extension}`]: masked.document,
      ...(masked.previous ? { [`previous${extension}`]: masked.previous } : {}),
      ...(masked.context === undefined ? {} : { 'context.json': masked.context }),
    },
    kept,
  };
}
