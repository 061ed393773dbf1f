/**
 * Records what the official schemas say of the mutants: `node src/scsn/testkit/record-verdicts.ts FOLDER`, with a folder
 * that holds the XSDs of OASIS UBL 2.1 and of SCSN OrderStatus 1.0 (sub-folders are searched). Run it again after a
 * change of mutants.ts or of the facts. The verdicts are those of this package's libxml2; older ones (2.9, in Debian's
 * xmllint) refuse numbers of more than 24 digits as well, which XSD allows.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { documentTypes } from '../document-types.ts';
import { loadSchemas } from '../load-schemas.ts';
import { mutant } from './mutants.ts';

export const seeds = 5000;

export interface Verdicts {
  /** SHA-256 over all mutants of the type: the verdicts belong to exactly these. */
  readonly mutants: string;
  /** One character a mutant: `.` accepted, `x` refused. */
  readonly official: string;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('give the folder of the official XSDs');
  const official = loadSchemas({ xsds: folder });
  const { model } = loadSchemas();
  const verdicts = documentTypes.map((document): [string, Verdicts] => {
    const hash = createHash('sha256');
    const signs = Array.from({ length: seeds }, (_, seed) => {
      const text = mutant(model, document, seed);
      hash.update(text);
      const errors = official.validator(document).validate(new TextEncoder().encode(text));
      return errors.length === 0 ? '.' : 'x';
    });
    return [document, { mutants: hash.digest('hex'), official: signs.join('') }];
  });
  const file = new URL('../fixtures/verdicts.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n`);
}
