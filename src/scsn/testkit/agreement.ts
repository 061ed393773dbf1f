import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isDocumentCode } from '../../findings/finding-codes.ts';
import { checkXml } from '../check-xml.ts';
import { documentTypes } from '../document-types.ts';
import { delivered } from './documents.ts';
import { mutant } from './mutants.ts';
import { seeds } from './record-verdicts.ts';

/** What the official schemas said of the same mutants (record-verdicts.ts). */
const recorded = z
  .record(z.string(), z.strictObject({ mutants: z.string(), official: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('../fixtures/verdicts.json', import.meta.url), 'utf8')));

/** Registers the tests. `count`: mutants of each type of document, of which so many are `explained`. */
export function agreementCases(count: number, explained: number): void {
  describe.each(documentTypes)('mutants of %s', (document) => {
    const schemas = delivered();
    const { mutants = '', official = '' } = recorded[document] ?? {};
    const texts = Array.from({ length: count }, (_, seed) => mutant(schemas.model, document, seed));

    if (count === seeds)
      it('are those that the verdicts were recorded for', () => {
        const hash = createHash('sha256');
        for (const text of texts) hash.update(text);
        expect(hash.digest('hex')).toBe(mutants);
      });

    it('are accepted where the official schema accepts them, and refused in 99 of 100 where it does not', () => {
      const validator = schemas.validator(document);
      const ours = texts.map((text) => validator.validate(new TextEncoder().encode(text)).length === 0);
      const refused = texts.map((_, seed) => seed).filter((seed) => official[seed] === 'x');
      const wronglyRefused = texts
        .map((_, seed) => seed)
        .filter((seed) => official[seed] === '.' && !ours[seed]);
      expect(wronglyRefused).toEqual([]);
      expect(refused.length).toBeGreaterThan(count / 5);
      expect(refused.filter((seed) => !ours[seed]).length / refused.length).toBeGreaterThanOrEqual(0.99);
    });

    it('are all explained when they are refused', () => {
      for (const [seed, text] of texts.slice(0, explained).entries()) {
        const { findings } = checkXml(new TextEncoder().encode(text), schemas, { document, severities: {} });
        const errors = findings.filter(({ code, severity }) => severity === 'error' && isDocumentCode(code));
        expect(errors.length > 0, `mutant ${seed}`).toBe(official[seed] === 'x');
        expect(errors.map(({ code }) => code)).not.toContain('schema-other');
      }
    });
  });
}
