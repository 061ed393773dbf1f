import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEntry, parseYaml } from '../files/mapping-yaml.ts';
import { folder } from '../testkit/delivered.ts';
import { parseCsvRows } from './csv-rows.ts';

/**
 * What the delivered mappings leave out of the loss report stands in mappings/ignored.csv, each with why nothing of a
 * business meaning is lost by it: an `ignore:` that is new, or wider than before, wants a reason there.
 */

const reasons = parseCsvRows(readFileSync(join(folder, 'ignored.csv'), 'utf8'))
  .slice(1)
  .map(({ cells: [mapping = '', ignored = '', why = ''] }) => ({ mapping, ignored, why }));

function ignoredBy(name: string): readonly string[] {
  const { value } = parseYaml(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  const list = value?.kind === 'map' ? findEntry(value, 'ignore')?.value : undefined;
  return list?.kind === 'list'
    ? list.items.map((item) => (item.kind === 'text' ? item.text.replace(/\s+/g, ' ').trim() : ''))
    : [];
}

const names = readdirSync(folder).flatMap((file) => (file.endsWith('.yaml') ? file.slice(0, -5) : []));

describe('ignored.csv', () => {
  it.each(names)('has what %s ignores, and nothing else', (name) => {
    const told = reasons.filter(({ mapping }) => mapping === name).map(({ ignored }) => ignored);
    expect(ignoredBy(name)).toEqual(told);
  });

  it('gives a reason for each, of delivered mappings alone', () => {
    for (const { mapping, ignored, why } of reasons) {
      expect(names).toContain(mapping);
      expect(why.length, ignored).toBeGreaterThan(10);
    }
  });
});
