import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { requireFormat } from '../formats/find-format.ts';
import { listFixtures, runFixture } from './fixtures/run-fixtures.ts';
import type { ClauseText } from './language/rule-types.ts';
import { loadMapping } from './load-mapping.ts';
import { isFormatDocument } from './models/document-models.ts';
import { formats } from './testkit/kit.ts';

/**
 * The delivered mappings are right, and every fixture beside them gives what it says.
 * `UPDATE_FIXTURES=1` writes the expectations instead.
 */
const folder = fileURLToPath(new URL('../../mappings', import.meta.url));
const fixtures = join(folder, 'fixtures');
const names = readdirSync(folder).flatMap((file) => /^(.*)\.yaml$/.exec(file)?.[1] ?? []);
const loaded = new Map(names.map((name) => [name, loadMapping(name, [folder], formats)]));
const deciding = new Set([
  ...['currency', 'grossPrices', 'discounts', 'accepted', 'sameDeliveries'],
  ...['samePrices', 'sameCharges', 'asOrdered', 'amended'],
]);

describe.skipIf(names.length === 0)('delivered mappings', () => {
  it.each(names)('%s has no error', (name) => {
    const { findings = [] } = loaded.get(name) ?? {};
    expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  });

  it.each(names)('%s says in Dutch what it says in English, with the same values', (name) => {
    const { stop = [], warn = [], tasks = [] } = loaded.get(name)?.mapping?.program ?? {};
    const values = (said: ClauseText | undefined) =>
      said?.say.flatMap((part) => (typeof part === 'string' ? [] : [part.text])).sort();
    for (const clause of [...stop, ...warn, ...tasks]) {
      expect(values(clause.nl), clause.code).toEqual(values(clause));
      expect(clause.nl?.advice, clause.code).toMatch(/\.$/);
    }
  });
});

/** Mappings have no place for what two of them share. */
it('both ORDRSP mappings decide alike which lines were accepted as they were ordered', () => {
  const decide = (name: string) =>
    loaded
      .get(name)
      ?.mapping?.program.variables.filter(([variable]) => deciding.has(variable))
      .map(([variable, { text }]) => `${variable}: ${text}`);
  const edifact = decide('order-response-to-edifact-ordrsp');
  expect(edifact).toHaveLength(deciding.size);
  expect(decide('order-response-to-idoc-ordrsp')?.sort()).toEqual(edifact?.sort());
});

describe.skipIf(listFixtures(fixtures).length === 0)('fixtures', () => {
  const update = process.env.UPDATE_FIXTURES === '1';
  const mapping = (name: string) => loaded.get(name) ?? loadMapping(name, [folder], formats);
  it.each(listFixtures(fixtures))('%s', (name) => {
    const { differences } = runFixture(join(fixtures, name), { mapping, formats }, update);
    expect(differences.join('\n')).toBe('');
  });
});

describe('what fixtures expect in XML', () => {
  const xml = listFixtures(fixtures).filter((name) => existsSync(join(fixtures, name, 'expected.xml')));
  it.each(xml)('%s is valid', (name) => {
    const bytes = readFileSync(join(fixtures, name, 'expected.xml'));
    const document = loaded.get(name.slice(0, name.indexOf('.')))?.mapping?.to ?? '';
    if (!isFormatDocument(document)) throw new Error(`${name} makes no XML`);
    const { findings } = requireFormat(formats, document).read({ bytes });
    expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  });
});
