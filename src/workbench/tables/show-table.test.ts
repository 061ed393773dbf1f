import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFile } from '../../package.ts';
import { diskFiles, type FileSnapshot, overlayFiles } from '../../system/file-source.ts';
import { showTables, tableLimits } from './show-table.ts';

const [own, delivered] = ['/nowhere/own', packageFile('mappings')];
const mapping = 'order-to-exchange';

const show = (texts: Readonly<Record<string, string>>, table = 'unit', find?: string) => {
  const files: FileSnapshot = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [join(own, path), Buffer.from(text)]),
  );
  const sources = { folders: [own, delivered], files: overlayFiles(files, diskFiles) };
  const shown = showTables({ mapping, table, find }, sources);
  if (shown.shown === undefined) throw new Error('There is no table.');
  return { tables: shown.tables, ...shown.shown };
};

it('lays rows of one’s own over those that are delivered, and says which rules look them up', () => {
  const add = 'unit in the ERP,unit at the exchange\nSTK,C62\nC62,PCE\n';
  const {
    ownPath,
    isWhole,
    own: mine,
    beneath,
    uses,
    sharedWith,
    tables,
  } = show({
    'tables/units-to-exchange.add.csv': add,
  });
  expect({ ownPath, isWhole, mine }).toEqual({
    ownPath: 'tables/units-to-exchange.add.csv',
    isWhole: false,
    mine: [
      ['STK', 'C62'],
      ['C62', 'PCE'],
    ],
  });
  expect(beneath[0]).toEqual({ cells: ['C62', 'C62'], isReplaced: true });
  expect(beneath[1]).toMatchObject({ isReplaced: false });
  expect(tables.find(({ name }) => name === 'unit')).toMatchObject({ own: 2, rows: beneath.length + 1 });
  expect(sharedWith).toContain('order-response-to-exchange');
  const here = uses.filter((use) => use.mapping === mapping);
  expect(here.map(({ place }) => place).join(' ')).toContain('target/lines');
  expect(
    here.every(({ text, file, line }) => text.includes("'unit'") && file.endsWith('.yaml') && line > 1),
  ).toBe(true);
});

it('names the way back, and what does not come back as it went', () => {
  const { wayBack } = show({
    'tables/units-to-exchange.add.csv': 'unit in the ERP,unit at the exchange\nSTK,C62\nROL,XXX\nKGM,KGM\n',
  });
  expect(wayBack).toMatchObject({
    path: 'tables/units-to-erp.csv',
    different: [
      { key: 'STK', value: 'C62', back: 'C62' },
      { key: 'ROL', value: 'XXX' },
    ],
  });
  expect(wayBack?.mappings).toContain('order-to-order-response');
});

it('takes a whole table of one’s own for what it is, and a table of partners too', () => {
  const whole = show({ 'tables/units-to-exchange.csv': 'erp;exchange\nSTK;C62\n' });
  expect(whole).toMatchObject({
    ...{ ownPath: 'tables/units-to-exchange.csv', isWhole: true, separator: ';' },
    ...{ own: [['STK', 'C62']], beneath: [] },
  });
});

it('shows a few of many rows, finds those that are sought, and edits no table that is too long for a page', () => {
  const rows = Array.from({ length: tableLimits.own + 1 }, (_, n) => `K${n},V${n}`).join('\n');
  const long = show({ 'tables/units-to-exchange.csv': `a,b\n${rows}\n` });
  expect(long).toMatchObject({ own: [], ownCount: tableLimits.own + 1, isTooLong: true });
  const added = {
    'tables/units-to-exchange.csv': `a,b\n${rows}\n`,
    'tables/units-to-exchange.add.csv': 'a,b\n',
  };
  const some = show(added);
  expect(some.beneath).toHaveLength(tableLimits.beneath);
  expect(some).toMatchObject({ found: tableLimits.own + 1, isTooLong: false });
  expect(show(added, 'unit', 'k9999').beneath).toEqual([{ cells: ['K9999', 'V9999'], isReplaced: false }]);
});
