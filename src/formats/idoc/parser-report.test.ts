import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildDescribedFormat } from '../described-format.ts';
import { delivered, plainFile, target, told } from '../testkit/kit.ts';
import { parseParserReport } from './parser-report.ts';

const report = readFileSync(new URL('fixtures/report.txt', import.meta.url), 'utf8');
const own = 'format: own\nsyntax: idoc\nguide: idoc-orders\nparser: ORDERS05.txt\n';
const load = (text: string, near: string | undefined = report) =>
  buildDescribedFormat(text, 'own.yaml', delivered, () => near);
const format = load(own).format;

describe('the report of transaction WE60', () => {
  it('says the type, the segments with their places, and how they nest', () => {
    const read = parseParserReport(report);
    expect(read?.type).toBe('ORDERS05');
    expect(Object.fromEntries(read?.records.get('E1EDP01') ?? [])).toEqual({
      $type: 'E2EDP01008',
      POSEX: '6@64',
      MENGE: '15@75',
      MENEE: '3@90',
      ABGRU: '2@600',
    });
    expect(read?.tree).toEqual({
      'E1EDK01!': {},
      'E1EDKA1[99]': { 'E1EDKA3[99]': {} },
      'E1EDK02[10]': {},
      'E1EDP01[]': { Z1ORDER: {}, 'E1EDP20[9999]': {} },
    });
  });

  it('is none where no segment has a place', () => {
    for (const text of ['', 'hello\n', report.replaceAll('CHARACTER_FIRST', 'X')])
      expect(parseParserReport(text)).toBeUndefined();
    expect(parseParserReport(report.replaceAll('CHARACTER_FIRST', 'BYTE_FIRST'))).toEqual(
      parseParserReport(report),
    );
  });

  it('gives a format places, own segments and all fields; types come from its guide', () => {
    const members = format?.buildShape().root.children.map(({ shape }) => shape);
    const line = members?.find(({ name }) => name === 'E1EDP01');
    const typeOf = (name: string) => line?.children.find(({ shape }) => shape.name === name)?.shape.type;
    expect([typeOf('MENGE'), typeOf('POSEX'), typeOf('VPREI')]).toEqual(['decimal', 'identifier', 'decimal']);
    expect(line?.children.map(({ shape }) => shape.name)).toEqual(
      expect.arrayContaining(['Z1ORDER', 'E1EDP20', 'E1EDP19']),
    );
  });

  it('an IDoc with own segments is read and written flat', () => {
    const flat = load(`${own}write: { form: flat }\n`).format;
    const value = {
      E1EDK01: { HWAER: 'USD' },
      E1EDP01: { POSEX: '10', ABGRU: '01', Z1ORDER: { COLOUR: 'red' } },
    };
    const file = flat?.write(target(value));
    expect(file?.findings.map(told)).toEqual([]);
    expect(Buffer.from(file?.bytes ?? []).toString()).toContain('\r\nZ2ORDER000 ');
    expect(flat && plainFile(flat, file?.bytes ?? new Uint8Array())).toEqual([
      expect.objectContaining(value),
    ]);
  });

  it.each([
    ['a report that is not there', load(own, ''), '4:9 format-wrong-value'],
    ['no guide and no segments', load('format: own\nsyntax: idoc\n'), '1:1 format-missing-key'],
    ['an unknown guide', load('format: own\nsyntax: idoc\nguide: idoc-order\n'), '3:8 format-wrong-value'],
    [
      'a guide that is no IDoc',
      load('format: own\nsyntax: idoc\nguide: csv-order\n'),
      '3:8 format-wrong-value',
    ],
    [
      'an unknown field of the control record',
      load(`${own}write: { control: { SNDPRX: 1 } }\n`),
      '5:21 format-record',
    ],
  ])('%s is told', (_, { format: none, findings }, expected) => {
    expect(none).toBeUndefined();
    expect(findings.map(told)).toContain(expected);
  });
});
