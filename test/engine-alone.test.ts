import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { openDescriptions } from '../src/formats/description-folders.ts';
import { buildFormats } from '../src/formats/format-registry.ts';
import { listFixtures, runFixture } from '../src/mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../src/mapping/load-mapping.ts';
import { loadSchemas } from '../src/scsn/load-schemas.ts';
import { parseXPath } from '../src/tree/compile-xpath.ts';
import { compileFast } from '../src/tree/fast-xpath/fast-compiler.ts';

/**
 * The fixtures of the delivered mappings on the XPath engine alone: in production most expressions run as closures
 * (src/tree/fast-xpath/fast-compiler.ts), and the two must never part.
 */
vi.mock('../src/tree/fast-xpath/fast-compiler.ts', () => ({ compileFast: () => undefined }));

const folder = fileURLToPath(new URL('../mappings', import.meta.url));
const fixtures = join(folder, 'fixtures');
const schemas = loadSchemas();
const formats = buildFormats(() => schemas, openDescriptions([folder]));
const loaded = new Map<string, ReturnType<typeof loadMapping>>();

afterAll(() => schemas.dispose());

function mapping(name: string): ReturnType<typeof loadMapping> {
  const known = loaded.get(name) ?? loadMapping(name, [folder], formats);
  loaded.set(name, known);
  return known;
}

it('no expression is compiled to closures here', () => {
  expect(compileFast(parseXPath('a/b'), new Map())).toBeUndefined();
});

it.each(listFixtures(fixtures))('%s', (name) => {
  const { differences } = runFixture(join(fixtures, name), { mapping, formats });
  expect(differences.join('\n')).toBe('');
});
