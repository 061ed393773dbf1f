import { readFileSync } from 'node:fs';
import { formatOf } from '../testkit/kit.ts';
import { formatLaws } from '../testkit/laws.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const format = (name: string) => formatOf(fixture(`${name}.yaml`).toString());

formatLaws(
  [
    {
      name: 'rows of one key',
      format: format('acme-csv-orders'),
      bytes: fixture('acme-csv-orders.csv'),
      documents: 3,
      end: 'endless',
    },
    {
      name: 'rows of several kinds',
      format: format('acme-csv-records'),
      bytes: fixture('acme-csv-records.txt'),
      documents: 2,
      end: 'complete',
    },
    {
      name: 'a block above the table',
      format: format('acme-csv-block'),
      bytes: fixture('acme-csv-block.txt'),
      documents: 1,
      end: 'endless',
    },
  ],
  Buffer.from('<Order xmlns="urn:x"><ID>1</ID></Order>\n'),
);
