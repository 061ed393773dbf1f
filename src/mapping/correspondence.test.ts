import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainRun, type ValueProvenance } from './explain/explain-run.ts';
import { listLeafFates, listNeverFilled } from './explain/leaf-fates.ts';
import { readFixtureTree } from './fixtures/fixture-files.ts';
import { listFixtures } from './fixtures/run-fixtures.ts';
import { parseCsvRows } from './tables/csv-rows.ts';
import {
  type DeliveredFixture,
  deliveredFixture,
  fixtures,
  folder,
  leafNames,
  rootPath,
  textsOf,
  withAnother,
  without,
} from './testkit/delivered.ts';
import { formats } from './testkit/kit.ts';

/**
 * mappings/correspondence.csv and mappings/decisions.csv are true: each row is held against the fixture that it names,
 * and nothing that the mappings do is missing there.
 */

const rowsOf = (file: string): readonly (readonly string[])[] =>
  parseCsvRows(readFileSync(join(folder, file), 'utf8'))
    .slice(1)
    .map(({ cells }) => cells);

const correspondence = rowsOf('correspondence.csv').map(
  ([mapping = '', source = '', target = '', fixture = '']) => ({
    mapping,
    source,
    target,
    fixture: `${mapping}.${fixture}`,
  }),
);
const decisions = rowsOf('decisions.csv').map(([mapping = '', , outcome = '', fixture = '']) => ({
  outcome,
  fixture: `${mapping}.${fixture}`,
}));

/** Remembers what was made for a key. */
function once<T>(make: (...key: string[]) => T): (...key: string[]) => T {
  const made = new Map<string, T>();
  return (...key) => {
    const value = made.get(key.join('\n')) ?? make(...key);
    made.set(key.join('\n'), value);
    return value;
  };
}
const fixtureOf = once((name) => deliveredFixture(name ?? ''));
const fatesOf = once((name) => {
  const { mapping, document, context } = fixtureOf(name);
  return new Map(listLeafFates(mapping, document, context).map((leaf) => [leaf.name, leaf.fate]));
});
const expectedOf = once((name) =>
  leafNames(readFixtureTree(join(fixtures, name), 'expected', fixtureOf(name).mapping.to, formats)),
);
/** What the mapping makes of a fixture, as it is, with a leaf emptied, or with another text in it. */
const madeOf = once((name, leaf = '', how = '') => {
  const { mapping, document, context } = fixtureOf(name);
  const changed = how === 'emptied' ? without(document, leaf) : withAnother(document, leaf);
  return textsOf(mapping.run(how === '' ? document : changed, context).target);
});

/** Leaves of a tree have no prefix where they are of other namespaces. */
const bare = (path: string): string => path.replace(/(gw|bmecat):/g, '');

/** What is wrong with a row of correspondence.csv. */
function wrongWith({ source, target, fixture }: (typeof correspondence)[number]): string | undefined {
  const path = rootPath(fixtureOf(fixture).document) + bare(source);
  const fate = fatesOf(fixture).get(path);
  if (fate === undefined) return `the document has no ${path}`;
  if (target === '-') return fate === 'carried' ? 'it is carried' : undefined;
  if (!expectedOf(fixture).has(bare(target))) return `nothing at ${target}`;
  const value = (...how: string[]) => String(madeOf(fixture, ...how).get(target));
  const isOther = (['emptied', 'another'] as const).some((how) => value(path, how) !== value());
  return isOther ? undefined : `${target} is the same without it`;
}

describe('correspondence.csv', () => {
  it.each([...new Set(correspondence.map(({ fixture }) => fixture))])(
    'what it says of %s is so: without the source the member is another',
    (name) => {
      const rows = correspondence.filter(({ fixture }) => fixture === name);
      const wrong = rows.flatMap((row) => {
        const words = wrongWith(row);
        return words === undefined ? [] : [`${row.source}: ${words}`];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each([...new Set(correspondence.map(({ mapping }) => mapping))])(
    'holds every value that %s takes from a document, and a fixture shows every rule',
    (name) => {
      const mine = listFixtures(fixtures).filter((one) => one.startsWith(`${name}.`));
      const explanations = mine.map((one) => {
        const { mapping, document, context } = fixtureOf(one);
        return explainRun(mapping, document, context);
      });
      const { mapping } = fixtureOf(mine[0] ?? '');
      expect(listNeverFilled(mapping, explanations)).toEqual(shownElsewhere(name));
      const told = new Set(
        correspondence.flatMap(({ mapping: of, source, target }) =>
          of === name ? [`${target} <- ${source}`] : [],
        ),
      );
      const taken = mine.flatMap((one, nth) => {
        const { result, origins = [] } = explanations[nth] ?? {};
        return result?.target === undefined ? [] : carried(fixtureOf(one), origins);
      });
      expect([...new Set(taken)].filter((pair) => !told.has(pair))).toEqual([]);
    },
  );
});

/** The delivered tables cancel no line of a response (own-tables.test.ts), and know no partner (partners.test.ts). */
function shownElsewhere(name: string): readonly string[] {
  if (name === 'order-response-to-exchange') return ['lines/indicators/cancelled'];
  if (name.includes('-to-edifact-')) return ['UNB/S001/e0001', 'UNB/e0035', 'UNH/S009/e0057'];
  return name.includes('-to-idoc-') ? control.map((field) => `EDI_DC40/${field}`) : [];
}

const control = ['MANDT', 'TEST', 'SNDPOR', 'SNDPRT', 'SNDPRN', 'RCVPOR', 'RCVPRT', 'RCVPRN'];

/** `member <- path` of every value that is a node of the document itself; what a table gave is its value. */
function carried({ document }: DeliveredFixture, origins: readonly ValueProvenance[]): string[] {
  const plain = (path: string) => path.replace(/\[\d+\]/g, '');
  const root = rootPath(document);
  return origins.flatMap(({ target, value, tables, sources: [source, ...more] }) =>
    source === undefined ||
    more.length + tables.length > 0 ||
    source.text.trim() !== value ||
    !source.path.startsWith(root)
      ? []
      : [`${plain(target)} <- ${plain(source.path).slice(root.length)}`],
  );
}

describe('decisions.csv', () => {
  it.each(decisions)('$fixture: $outcome', ({ fixture, outcome }) => {
    expect(outcomeOf(join(fixtures, fixture))).toBe(outcome);
  });

  it('and correspondence.csv name every fixture', () => {
    const named = new Set([...decisions, ...correspondence].map(({ fixture }) => fixture));
    expect(listFixtures(fixtures).filter((name) => !named.has(name))).toEqual([]);
  });
});

interface Expected {
  readonly as?: string;
  readonly severity?: string;
  readonly code: string;
}

/** `parked CODE`; `delivered`; `delivered, warning CODE`; `error CODE`. */
function outcomeOf(path: string): string {
  const [stop] = expectedIn(path, 'expected.stop.json');
  if (stop !== undefined) return `${stop.as} ${stop.code}`;
  const findings = expectedIn(path, 'expected.findings.json').map((one) => `${one.severity} ${one.code}`);
  const ends = findings.some((text) => text.startsWith('error')) ? [] : ['delivered'];
  return [...new Set([...ends, ...findings])].join(', ');
}

function expectedIn(path: string, file: string): readonly Expected[] {
  if (!existsSync(join(path, file))) return [];
  const parsed: Expected | Expected[] = JSON.parse(readFileSync(join(path, file), 'utf8'));
  return [parsed].flat();
}
