import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { fixtures } from '../../mapping/testkit/delivered.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { checkNamedMapping } from './check-named-mapping.ts';
import { findMembers } from './find-members.ts';
import { isFixtureName, makeFixtureFromDocument, requireNewFixture } from './make-fixture.ts';
import { buildMappingPages } from './mapping-pages.ts';
import { loadNamedFormat } from './named-format.ts';
import {
  listAllFolders,
  listMappingNames,
  loadNamedMapping,
  requireMappingFolders,
  resolveNamedMapping,
  resolveNamedMappings,
} from './named-mapping.ts';
import { runAskedFixtures } from './run-asked-fixtures.ts';

/** A folder of one's own over the delivered one, as data. */

const name = 'order-to-exchange';
let own: string;

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'own-'));
});
afterEach(() => rmSync(own, { recursive: true }));

const write = (file: string, text: string): string => {
  writeFileSync(join(own, file), text);
  return join(own, file);
};
const extend = (more = ''): string =>
  write(`${name}.yaml`, `mapping: ${name}\nextends: scsn-gateway/${name}\n${more}`);

function ownMapping(): FileMapping {
  const { mapping, findings } = loadNamedMapping(resolveNamedMapping(name, own), formats);
  if (mapping === undefined) throw new Error(JSON.stringify(findings));
  return mapping;
}

describe('a mapping by name', () => {
  it('is looked for in the own folder first; by its file, in the folder of that', () => {
    const [delivered = ''] = requireMappingFolders(undefined);
    expect(resolveNamedMapping(name, own)).toEqual({ name, folders: [own, delivered] });
    const file = extend();
    expect(resolveNamedMapping(file, undefined)).toEqual({ name, file, folders: [own, delivered] });
    const chain = resolveNamedMappings(`csv-order-to-order, ${file}`, undefined);
    expect(chain.map((one) => one.name)).toEqual(['csv-order-to-order', name]);
    expect(listAllFolders(chain)).toEqual([delivered, own]);
    expect(listMappingNames([own])).toEqual([name]);
  });

  it('is read from whatever lies over the files: an edit that nobody has saved', () => {
    const file = extend();
    const unsaved = {
      read: (path: string) => (path === file ? Buffer.from('mapping: nothing') : undefined),
      list: () => [],
    };
    expect(loadNamedMapping(resolveNamedMapping(file, undefined), formats, unsaved).mapping).toBeUndefined();
  });

  it('is an error in words where there is no such folder or file', () => {
    expect(() => requireMappingFolders(join(own, 'none'))).toThrow(
      `There is no folder ${join(own, 'none')}.`,
    );
    const file = join(own, 'none.yaml');
    expect(() => loadNamedMapping(resolveNamedMapping(file, own), formats)).toThrow(
      `There is no file ${file}.`,
    );
  });
});

it('checks a mapping, with the delivered files under it that nobody has accepted', () => {
  extend();
  expect(checkNamedMapping(resolveNamedMapping(name, own), formats, 'en')).toMatchObject({
    ...{ name, isUsable: true, findings: [] },
    upstream: expect.arrayContaining([{ file: `${name}.yaml` }]),
  });
  extend('target: { order: { nothing: cbc:ID } }\n');
  expect(checkNamedMapping(resolveNamedMapping(name, own), formats, 'nl')).toMatchObject({
    isUsable: false,
    findings: [{ severity: 'error', line: 3 }],
  });
});

it('finds members by a word in name or meaning, or those that no rule fills', () => {
  extend();
  const ask = { side: 'target', all: false, unfilled: false } as const;
  const folders = requireMappingFolders(own);
  const found = findMembers(ownMapping(), { ...ask, word: 'purchaseOrderNumber' }, folders, formats);
  expect(found.map(({ path }) => path)).toContain('order/purchaseOrderNumber');
  expect(found.find(({ path }) => path === 'order/purchaseOrderNumber')?.meaning).not.toBe('');
  const unfilled = findMembers(ownMapping(), { ...ask, unfilled: true }, folders, formats);
  expect(unfilled.length).toBeGreaterThan(0);
  expect(unfilled.flatMap(({ rules }) => rules)).toEqual([]);
});

it('makes both pages of a mapping', () => {
  extend();
  const pages = buildMappingPages(ownMapping(), requireMappingFolders(own), formats);
  expect(pages.values).toBeGreaterThan(50);
  expect(pages.withExample).toBeGreaterThan(0);
  expect([pages.markdown, pages.html]).toEqual([
    expect.stringContaining('order/purchaseOrderNumber'),
    expect.stringContaining('order/purchaseOrderNumber'),
  ]);
});

it('loads a format by name or file', () => {
  expect(loadNamedFormat('csv-order', undefined).format?.name).toBe('csv-order');
  expect(() => loadNamedFormat('none', own)).toThrow('There is no format none. There are: ');
  expect(() => loadNamedFormat(join(own, 'none.yaml'), own)).toThrow('There is no file');
  expect(loadNamedFormat(write('f.yaml', 'format: f\nsyntax: nothing\n'), own)).toMatchObject({
    findings: [{ severity: 'error' }],
  });
});

describe('fixtures', () => {
  const request = { name: 'gate-4', mask: false, keep: false };

  beforeEach(() => {
    extend();
    mkdirSync(join(own, 'in'));
    copyFileSync(join(fixtures, `${name}.full`, 'document.xml'), join(own, 'in/order.xml'));
  });
  const make = (more: Partial<typeof request> = {}) =>
    makeFixtureFromDocument(ownMapping(), join(own, 'in/order.xml'), { ...request, ...more, own }, formats);

  it('are made of a document: what the mapping gives now is expected', () => {
    write('in/context.json', '{ "event": "OrderIssuedByBuyer" }');
    const folder = join(own, 'fixtures', `${name}.gate-4`);
    const made = make();
    expect(made).toMatchObject({ kind: 'made', folder, kept: [] });
    expect(made).toMatchObject({
      files: readdirSync(folder).sort(),
      expected: expect.arrayContaining(['expected.json']),
    });
    expect(readFileSync(join(folder, 'context.json'), 'utf8')).toContain('OrderIssuedByBuyer');
    expect(() => requireNewFixture({ ...request, own }, name)).toThrow(
      `There is a fixture ${folder} already`,
    );
  });

  it('are masked on demand; nothing is written where something would stay readable that nobody agreed to', () => {
    expect(make({ mask: true })).toMatchObject({ kind: 'made' });
    const masked = readFileSync(join(own, 'fixtures', `${name}.gate-4`, 'document.xml'), 'utf8');
    expect(masked).not.toContain('quotation Q-8817');
    extend('target: { order: { description: { $text: Jan Jansen } } }\n');
    expect(make({ name: 'gate-5', mask: true })).toMatchObject({
      kind: 'stays-readable',
      kept: [{ name: 'order/description', text: 'Jan Jansen' }],
    });
    expect(readdirSync(join(own, 'fixtures'))).toEqual([`${name}.gate-4`]);
    expect(make({ name: 'gate-5', mask: true, keep: true })).toMatchObject({
      kind: 'made',
      kept: [{ text: 'Jan Jansen' }],
    });
  });

  it('run with the mappings as they are; one that was asked for and has none is unproven', () => {
    expect(runAskedFixtures({ own, asked: [name], update: false }).unproven).toEqual([name]);
    make();
    const run = () => runAskedFixtures({ own, asked: [`${name}/gate-4`], update: false });
    expect(run()).toEqual({
      results: [{ name: `${name}.gate-4`, mapping: name, differences: [], updated: [], isOwn: true }],
      unproven: [],
    });
    extend('target: { order: { incoterms: { $remove: true } } }\n');
    write(`fixtures/${name}.gate-4/expected.json`, '{}');
    expect(run().results[0]?.differences).not.toEqual([]);
    expect(() => runAskedFixtures({ own, asked: ['order-to-exchnge'], update: false })).toThrow(
      'There is no fixture order-to-exchnge.',
    );
  });

  it('have a name of small letters, digits and hyphens', () => {
    expect(['gate-4', '4', 'Gate', '-a', 'a b', ''].filter(isFixtureName)).toEqual(['gate-4', '4']);
  });
});
