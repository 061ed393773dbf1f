import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkXml } from '../scsn/check.ts';
import { loadSchemas } from '../scsn/schemas.ts';
import { writeXml } from '../scsn/write.ts';
import { isElement, textOf } from '../tree/build.ts';
import { canonicalPrefix } from '../tree/fingerprint.ts';
import { readJson } from '../tree/json.ts';
import type { TreeDocument, TreeElement } from '../tree/node.ts';
import { writeJson } from '../tree/write-json.ts';
import { readXml } from '../tree/xml.ts';
import { treeOf } from './fixture-files.ts';
import type { MappingContext } from './interface.ts';
import { type FileMapping, loadMapping } from './load.ts';

/**
 * Standing round trips with the delivered mappings. What cannot survive is listed in mappings/README.md; the same list
 * is read from there and compared with what really differs.
 */

const folder = fileURLToPath(new URL('../../mappings', import.meta.url));
const schemas = loadSchemas();
afterAll(() => schemas.dispose());

const company = '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752';
const context: MappingContext = {
  channel: { companyId: company, timeZone: 'Europe/Amsterdam' },
  event: '',
  now: '2026-11-02T09:00:00.000Z',
  change: () => 'new',
};

function load(name: string): FileMapping {
  const { mapping, findings } = loadMapping(name, [folder], schemas.model);
  if (mapping === undefined) throw new Error(JSON.stringify(findings));
  return mapping;
}
const toExchange = load('order-to-exchange');
const toErp = load('order-to-order');

function sent(source: TreeDocument): string {
  const { target, stop, findings } = toExchange.run(source, context);
  if (target === undefined) throw new Error(JSON.stringify({ stop, findings }));
  return writeJson(target);
}

const sentOrder = z.object({
  order: z.looseObject({}),
  lines: z.array(z.looseObject({ position: z.string() })),
  erpIssueDateTime: z.string(),
});

/** The order as the exchange gives it back (domain facts 1.3), by text so that numbers keep their digits. */
function asFetched(json: string): string {
  const parsed: unknown = JSON.parse(json, (_, value, more?: { source?: string }) =>
    typeof value === 'number' ? `#${more?.source}#` : value,
  );
  const { order, lines, erpIssueDateTime } = sentOrder.parse(parsed);
  const fetched = {
    id: 'o-1',
    buyerOrder: { ...order, erpIssueDateTime },
    supplierOrder: { companyId: company, buyerAccountNumber: 'D1' },
    lines: lines.map((line) => ({ id: `o-1-${line.position}`, buyerLine: line })),
    lastUpdatedAt: '2026-11-02T09:00:00.000Z',
  };
  return JSON.stringify(fetched).replace(/"#([^#"]+)#"/g, '$1');
}

function published(json: string): string {
  const { tree } = readJson(json);
  const { target, stop, findings } = tree ? toErp.run(tree, context) : { findings: [] };
  if (target === undefined) throw new Error(JSON.stringify({ stop, findings }));
  const { bytes } = writeXml('scsn/Order', target, schemas.model);
  const { findings: wrong } = checkXml(bytes, schemas, { document: 'scsn/Order', severities: {} });
  expect(wrong.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  return new TextDecoder().decode(bytes);
}

function xml(text: string): TreeDocument {
  const { tree, findings } = readXml(text);
  if (tree === undefined) throw new Error(JSON.stringify(findings));
  return tree;
}

/** `name value` of every filled leaf and attribute; names without positions. */
function leaves(element: TreeElement, path = ''): string[] {
  const name = `${path}/${canonicalPrefix(element)}${element.localName}`;
  const attributes = element.attributes.map((one) => `${name}/@${one.localName} ${one.value.trim()}`);
  const children = element.childNodes.filter(isElement);
  const text = textOf(element).trim();
  const own = children.length === 0 && text !== '' ? [`${name} ${text}`] : [];
  return [...own, ...attributes, ...children.flatMap((child) => leaves(child, name))];
}

/** Names of leaves that the second document lacks, or has with another value, or fewer times. */
function lost(before: TreeDocument, after: TreeDocument): readonly string[] {
  const rest = leaves(after.root);
  const names = leaves(before.root).flatMap((leaf) => {
    const at = rest.indexOf(leaf);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0 ? [] : [leaf.slice(0, leaf.indexOf(' '))];
  });
  return [...new Set(names)].sort();
}

/** The list under a heading of mappings/README.md: the code at the start of each entry. */
function listed(heading: string): readonly string[] {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const section = text.split(`### ${heading}`)[1]?.split(/\n#+ /)[0] ?? '';
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, name]) => name ?? '').sort();
}

const document = treeOf(join(folder, 'fixtures/order-to-exchange.full/document.xml'));

describe('round trip', () => {
  it('SCSN Order -> order of the exchange -> SCSN Order keeps all but what the manual lists', () => {
    const back = xml(published(asFetched(sent(document))));
    expect(lost(document, back)).toEqual(listed('SCSN Order to the exchange and back'));
  });

  it('order of the exchange -> SCSN Order -> order of the exchange keeps all but what the manual lists', () => {
    const first = sent(document);
    const back = sent(xml(published(asFetched(first))));
    const { tree: before } = readJson(first);
    const { tree: after } = readJson(back);
    if (before === undefined || after === undefined) throw new Error('no JSON');
    expect(lost(before, after)).toEqual(listed('Order of the exchange to SCSN and back'));
  });

  it('decimals keep every digit both ways', () => {
    const source = treeOf(join(folder, 'fixtures/order-to-exchange.decimals-keep-their-digits/document.xml'));
    const text = published(asFetched(sent(source)));
    const quantities = leaves(source.root).filter((leaf) => /Delivery\/cbc:Quantity \S*\d{15}/.test(leaf));
    expect(quantities.length).toBeGreaterThan(0);
    for (const leaf of quantities) expect(text).toContain(leaf.split(' ')[1]);
  });
});
