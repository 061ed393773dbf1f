import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainRun } from './explain/explain-run.ts';
import { listLeafFates } from './explain/leaf-fates.ts';
import { listFixtures } from './fixtures/run-fixtures.ts';
import { parseCsvRows } from './tables/csv-rows.ts';
import { deliveredFixture, fixtures, folder, rootPath } from './testkit/delivered.ts';

/**
 * What a mapping from EDIFACT leaves unread of any fixture stands in correspondence.csv, without a member of the target: a
 * sender's value that goes nowhere is known, and told in the loss report.
 */

const told = new Set(
  parseCsvRows(readFileSync(join(folder, 'correspondence.csv'), 'utf8')).flatMap(({ cells }) =>
    cells[2] === '-' ? [`${cells[0]} ${cells[1]}`] : [],
  ),
);

describe.each(['edifact-orders-to-order', 'edifact-ordchg-to-order', 'edifact-ordrsp-to-order-response'])(
  '%s',
  (name) => {
    const mine = listFixtures(fixtures).filter((fixture) => fixture.startsWith(`${name}.`));

    it.each(mine)('what it leaves of %s is listed', (fixture) => {
      const { mapping, document, context } = deliveredFixture(fixture);
      const { result } = explainRun(mapping, document, context);
      const all = result.target === undefined ? [] : listLeafFates(mapping, document, context);
      // of several of one name one is chosen
      const used = new Set(
        all.filter(({ fate }) => fate === 'carried' || fate === 'ignored').map((leaf) => leaf.name),
      );
      const paths = all.map((leaf) => leaf.name).filter((path) => !used.has(path));
      const lost = paths.map((path) => path.slice(rootPath(document).length));
      const unlisted = new Set(lost.filter((path) => !told.has(`${name} ${path}`)));
      expect([...unlisted].map((path) => `${name},${path},-,${fixture.slice(name.length + 1)},`)).toEqual([]);
    });
  },
);
