import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../scsn/schemas/libxml.ts';
import { openDescriptions } from './description-folders.ts';
import '../scsn/schemas/libxml.ts';

/** Descriptions as programs on Windows save them. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formats-'));
  mkdirSync(join(folder, 'formats'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fixtures = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const text = (name: string) => readFileSync(fixtures(name), 'utf8').replaceAll('\n', '\r\n');

function loaded(name: string, bytes: Uint8Array) {
  writeFileSync(join(folder, 'formats', `${name}.yaml`), bytes);
  return openDescriptions([folder]).load(name);
}

it.each([
  ['UTF-8 with its mark', (said: string) => Buffer.from(`\ufeff${said}`)],
  ['UTF-16', (said: string) => Buffer.from(`\ufeff${said}`, 'utf16le')],
  ['windows-1252', (said: string) => Buffer.from(said, 'latin1')],
])('a format may be saved in %s', (_, saved) => {
  const said = text('acme-csv-orders.yaml').replace('\r\n', '\r\n# Stückzahl\r\n');
  const { format, findings, texts } = loaded('acme-csv-orders', saved(said)) ?? { findings: [] };
  expect(findings).toEqual([]);
  expect(texts?.map((one) => one.text)).toEqual([said]);
  expect(format?.hash).toBe(loaded('acme-csv-orders', Buffer.from(said))?.format?.hash);
});

it('the XSD that a format names may be saved in UTF-16', () => {
  cpSync(fixtures('xsd'), join(folder, 'formats/xsd'), { recursive: true });
  const xsd = join(folder, 'formats/xsd/orders.xsd');
  const said = readFileSync(xsd, 'utf8').replace(/^<\?xml[^>]*\?>/, '');
  writeFileSync(xsd, Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${said}`, 'utf16le'));
  const own = text('acme-xml-orders.yaml').replace('tree:', 'xsd: xsd/orders.xsd\r\ntree:');
  const { format, findings } = loaded('acme-xml-orders', Buffer.from(own)) ?? { findings: [] };
  expect(findings).toEqual([]);
  expect(() => format?.warmUp?.()).not.toThrow();
});

it('what is no text is said to be none, with its place', () => {
  const dos = Buffer.from(text('acme-csv-orders.yaml').replace('\r\n', '\r\n# St\u0081ck\r\n'), 'latin1');
  expect(loaded('acme-csv-orders', dos)?.findings).toMatchObject([
    { code: 'format-yaml', line: 2, column: 5, advice: 'Save it as text in UTF-8.' },
  ]);
});
