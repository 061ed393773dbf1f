import { describe, expect, it } from 'vitest';
import type { FileSource } from '../../system/file-source.ts';
import { compareWithDelivered } from './mapping-differences.ts';

const delivered = `mapping: base
from: scsn/Order
tables: { unit: tables/units.csv }
stop:
  - { when: "true()", code: a, say: first }
target: { order: { description: cbc:Note, number: cbc:ID } }
`;

function differ(own: string | undefined, tables: Readonly<Record<string, string>> = {}) {
  const texts: Readonly<Record<string, string | undefined>> = {
    'delivered/base.yaml': delivered,
    'delivered/tables/units.csv': 'erp,exchange\nC62,PCE\nKGM,KGM\n',
    'own/base.yaml': own,
    ...tables,
  };
  const files: FileSource = {
    list: () => [],
    read: (path) => {
      const text = texts[path.replaceAll('\\', '/')];
      return text === undefined ? undefined : Buffer.from(text);
    },
  };
  return compareWithDelivered('base', ['own', 'delivered'], files);
}

describe('an own mapping against the delivered one', () => {
  it('names what it lays over, adds and removes', () => {
    const own = `mapping: base
extends: scsn-gateway/base
stop:
  - { when: "false()", code: a, say: first }
target: { order: { description: { $remove: true }, weight: cbc:W } }`;
    expect(differ(own)).toEqual([
      { path: 'stop[a]/when', delivered: 'true()', own: 'false()' },
      { path: 'target/order/description', delivered: 'cbc:Note' },
      { path: 'target/order/weight', own: 'cbc:W' },
    ]);
  });

  it('compares a mapping of the same name that stands on its own', () => {
    expect(differ(delivered.replace('number: cbc:ID', 'number: cbc:UUID'))).toEqual([
      { path: 'target/order/number', delivered: 'cbc:ID', own: 'cbc:UUID' },
    ]);
  });

  it('names rows of own tables and of those that are laid over, where the mapping is the delivered one too', () => {
    const rows = [
      { path: 'tables/units.csv KGM', delivered: 'KGM', own: 'KG' },
      { path: 'tables/units.csv MTR', own: 'M' },
    ];
    const added = { 'own/tables/units.add.csv': 'erp,exchange\nKGM,KG\nMTR,M\n' };
    expect(differ('mapping: base\nextends: scsn-gateway/base\n', added)).toEqual(rows);
    expect(differ(undefined, added)).toEqual(rows);
    expect(differ(undefined, { 'own/tables/units.csv': 'erp,exchange\nC62,PCE\n' })).toEqual([
      { path: 'tables/units.csv KGM', delivered: 'KGM' },
    ]);
  });

  it('names cells of the table of partners', () => {
    const own = 'mapping: base\nextends: scsn-gateway/base\npartners: partners.csv\n';
    const heading = 'account;ownId;partnerId;format;test';
    expect(
      differ(own, {
        'delivered/partners.csv': `${heading}\n4711;OWN;P1;;\n4712;OWN;P2;;1\n`,
        'own/partners.csv': `${heading}\n4711;OWN;P9;;\n4711;OWN;P3;acme;\n`,
      }).filter(({ path }) => path.startsWith('partners.csv')),
    ).toEqual([
      { path: 'partners.csv 4711 partnerId', delivered: 'P1', own: 'P9' },
      { path: 'partners.csv 4712 ownId', delivered: 'OWN' },
      { path: 'partners.csv 4712 partnerId', delivered: 'P2' },
      { path: 'partners.csv 4712 test', delivered: '1' },
      { path: 'partners.csv 4711 (acme) ownId', own: 'OWN' },
      { path: 'partners.csv 4711 (acme) partnerId', own: 'P3' },
    ]);
  });

  it('names rows of own tables, which take the place of the delivered ones', () => {
    const own = 'mapping: base\nextends: scsn-gateway/base\n';
    expect(differ(own, { 'own/tables/units.csv': 'erp;exchange\nC62;ST\nSTK;PCE\n' })).toEqual([
      { path: 'tables/units.csv C62', delivered: 'PCE', own: 'ST' },
      { path: 'tables/units.csv KGM', delivered: 'KGM' },
      { path: 'tables/units.csv STK', own: 'PCE' },
    ]);
  });
});
