import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listRequired } from '../../../test/kit/json-schema.ts';
import { readStoredFinding } from '../../findings/stored-findings.ts';
import type { Finding, Language } from '../../types.ts';
import { buildDescribedFormat } from '../described-format.ts';
import { syntaxes } from '../syntaxes.ts';
import { descriptionCodeOf, listDescriptionSentences } from './description-sentences.ts';
import { formatCodes } from './format-codes.ts';
import { schemaNl } from './schema-nl.ts';

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

const formats = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('**/*.ts', { cwd: formats })
  .filter((path) => !/\.test\.ts$|testkit/.test(path))
  .map((path) => ({ path, text: readFileSync(`${formats}/${path}`, 'utf8') }));

const codes = Object.keys(
  Object.assign({}, formatCodes, ...syntaxes.map(({ descriptionCodes }) => descriptionCodes)),
);

const fixture = (name: string) => readFileSync(`${formats}/fixtures/${name}.yaml`, 'utf8');

/** Of all but the other name. */
const fileOf = (text: string) => `${/^format: (?!other)(\S+)/m.exec(text)?.[1]}.yaml`;

const findingsIn = (text: string, language: Language): readonly Finding[] =>
  buildDescribedFormat(text, fileOf(text), undefined, () => undefined, language).findings;

describe('what is said of descriptions', () => {
  it.each(listDescriptionSentences().map((one) => [one.name, one] as const))(
    '%s has a code, and the same values in Dutch',
    (_name, sentence) => {
      expect(codes).toContain(descriptionCodeOf(sentence));
      for (const [at, text] of sentence.en.entries()) {
        const dutch = sentence.nl[at] ?? '';
        expect(holes(dutch)).toEqual(holes(text));
        if (!/^\{\w+\}$/.test(text)) expect(dutch).not.toBe(text);
      }
    },
  );

  it('is a sentence in both languages, and nowhere a bare text', () => {
    const bare = sources
      .filter(({ path }) => !path.endsWith('describe/description-source.ts'))
      .filter(({ text }) => /\.(finding|keyFinding)\(|\bmessage(: |\s*=\s*)['"`]/.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('has Dutch for all that must be there, and for what a value must be', () => {
    const said = sources
      .filter(({ path }) => /schema\.ts$|description\.ts$|directory\.ts$/.test(path))
      .flatMap(({ text }) => [
        ...[...text.matchAll(/\.regex\(\s*\/.*\/,\s*('[^']+'|"[^"]+")/g)].map(([, words = '']) =>
          words.slice(1, -1),
        ),
        ...[...text.matchAll(/\.refine\([\s\S]*?undefined,\s+'([^']+)'/g)].map(([, words = '']) => words),
      ]);
    expect(said.length).toBeGreaterThan(10);
    const texts = [
      ...syntaxes.flatMap(({ schema }) =>
        listRequired(schema.toJSONSchema({ unrepresentable: 'any', io: 'input' })),
      ),
      ...said,
    ];
    expect(texts.filter((text) => schemaNl[text] === undefined)).toEqual([]);
  });

  const acme = fixture('acme-csv-orders');
  const wrong: readonly (readonly [code: string, text: string])[] = [
    ['format-name', acme.replace('format: acme', 'format: other')],
    ['format-wrong-value', acme.replace('syntax: csv', 'syntax: cvs')],
    ['format-missing-key', acme.replace(/^documents: .*$/m, '')],
    ['format-wrong-value', acme.replace('date dd-MM-yyyy', 'date dd-mm-yyyy')],
    ['format-unknown-key', acme.replace('documents:', 'documnets:')],
    ['format-yaml', `${acme}\nmore: { lines[]: 1 }\n`],
    ['format-wrong-value', acme.replace('thousands: "."', 'thousands: ","')],
    ['format-column', acme.replace('column: Orderdatum', 'column: Ordernr')],
    ['format-tree', acme.replace('number!: {', '0number!: {')],
    ['format-record', fixture('acme-csv-records').replace(/starts: \w+/, 'starts: NONE')],
    ['format-column', fixture('acme-fixed-orders').replace(/"\d+@\d+/, '"12@1')],
    ['format-xsd', fixture('acme-xml-orders').replace('tree:', 'xsd: none.xsd\ntree:')],
    ['format-missing-key', 'format: acme-csv-orders\nsyntax: idoc\n'],
    ['format-wrong-value', 'format: acme-csv-orders\nsyntax: edifact\nguide: none\n'],
  ];

  it.each(wrong)('speaks Dutch: %s', (code, text) => {
    const [en, nl] = [findingsIn(text, 'en'), findingsIn(text, 'nl')];
    const places = (all: readonly Finding[]) => all.map(({ code, line, column }) => ({ code, line, column }));
    expect(places(nl)).toEqual(places(en));
    expect(nl.map((found) => found.code)).toContain(code);
    for (const [n, found] of nl.entries()) {
      expect(found.message).not.toBe(en[n]?.message);
      expect(found.advice).not.toBe(en[n]?.advice);
    }
  });

  it('is read in the language of the reader, whichever it was written in', () => {
    const text = acme.replace('thousands: "."', 'thousands: ","');
    const [[en], [nl]] = [findingsIn(text, 'en'), findingsIn(text, 'nl')];
    expect(en?.message).toBe('`csv.thousands` is the decimal mark too.');
    expect(en && readStoredFinding(en, 'nl')).toEqual(nl);
    expect(nl && readStoredFinding(nl, 'en')).toEqual(en);
  });
});
