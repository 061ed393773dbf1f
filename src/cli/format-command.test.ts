import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testkit/ran.ts';

const sample = fileURLToPath(new URL('../formats/fixtures/acme-csv-orders.csv', import.meta.url));
const described = fileURLToPath(new URL('../formats/fixtures/acme-csv-orders.yaml', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'format-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const gateway = (...words: readonly string[]) => runCommandLine(folder, ...words);

/** Runs `gateway format …`. */
const run = (...words: readonly string[]) => gateway('format', ...words);

describe('gateway format', () => {
  it('infers, tries, checks and documents a format', async () => {
    const inferred = await run('infer', sample, '--out', 'own', '--name', 'mine');
    expect(inferred).toMatchObject({ code: 0, err: '' });
    expect(inferred.out).toBe(
      [
        `wrote ${join('own', 'formats', 'mine.yaml')}`,
        `wrote ${join('own', 'mine-to-order.yaml')}`,
        ...['Recognised as orders.', 'Taken for granted, look whether it is right:'],
        '- The file says no unit: pieces (H87).',
        '- The file says no currency: EUR.',
        '- Prices are net.\n',
      ].join('\n'),
    );
    const tried = await run('try', 'mine', sample, '-m', 'own');
    expect(tried.code).toBe(0);
    expect(tried.out).toContain('3 documents\n\nDocument 1, from line 2\n');
    expect(tried.out).toMatch(/^ {4}quantity +1234\.50 +2:44 +row 2, Aantal +written 1\.234,50$/m);
    expect((await run('check', '-m', 'own')).out).toMatch(/^ok {4}mine$/m);
    await run('docs', '-m', 'own', '--out', 'pages');
    const mapped = await gateway('map', 'check', 'mine-to-order', '-m', 'own');
    expect(mapped).toMatchObject({ code: 0, out: expect.stringContaining('mine-to-order') });
    const page = readFileSync(join(folder, 'pages/mine.md'), 'utf8');
    expect(page).toContain('| lines/quantity | `Aantal` | yes | decimal |');
    expect(page).toContain('Rows with the same `Ordernr` are one document, and stand together.');
  });

  it('says what it recognised in the language that is asked for, or that the config here has', async () => {
    const responses = join(folder, 'bevestigingen.csv');
    writeFileSync(
      responses,
      'Bevestigingsnr;Bevestigingsdatum;Uw bestelnr;Regel;Aantal;Leverdatum\nOB-1;3-3-2026;4711;10;5;1-4-2026\n',
    );
    const printed = await run('infer', responses, '--language', 'nl');
    expect(printed.out).toContain('# bevestigingen-to-order-response.yaml\n');
    expect(printed.err.split('\n')).toEqual([
      'Herkend als orderbevestigingen.',
      'Aangenomen, kijk of het klopt:',
      expect.stringMatching(/^- Dit zijn orderbevestigingen/),
      expect.stringMatching(/^- Het bestand noemt geen eenheid/),
      expect.stringMatching(/^- De leverdatum is de toegezegde/),
      expect.stringMatching(/^- Het bestand noemt geen antwoord per regel/),
      '',
    ]);
    writeFileSync(join(folder, 'gateway.yaml'), 'language: nl\n');
    const none = await run('infer', 'nergens.csv');
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('Er is geen bestand nergens.csv.') });
    const words = await run('infer', sample, '--kind', 'response', '--out', 'dutch', '--name', 'zo');
    expect(words.out).toContain(`geschreven: ${join('dutch', 'zo-to-order-response.yaml')}\n`);
    const again = await run('infer', sample, '--out', 'dutch', '--name', 'zo');
    expect(again.err).toContain('is er al; hernoem het');
    rmSync(join(folder, 'gateway.yaml'));
  });

  it('prints what it infers where no folder is named, and never writes over a file', async () => {
    expect((await run('infer', sample)).out).toContain(
      '# formats/acme-csv-orders.yaml\nformat: acme-csv-orders\n'.replace('/', join('/')),
    );
    writeFileSync(join(folder, 'text.txt'), 'no table\n');
    expect(await run('infer', 'text.txt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No row looks like headings'),
    });
    await run('infer', sample, '--out', 'twice');
    expect(await run('infer', sample, '--out', 'twice')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is there already'),
    });
  });

  it('tells what is wrong with a format and with a file, at their places', async () => {
    writeFileSync(
      join(folder, 'wrong.yaml'),
      readFileSync(described, 'utf8')
        .replace('format: acme-csv-orders', 'format: wrong')
        .replace('type: decimal', 'type: decimaal'),
    );
    const checked = await run('check', 'wrong.yaml');
    expect(checked.code).toBe(1);
    expect(checked.err).toContain(
      'wrong.yaml:16:42 error: `tree.order!.lines[]!.quantity!.type` = `decimaal` is not allowed.',
    );
    expect((await run('check', 'wrong.yaml', '--language', 'nl')).err).toContain(
      'wrong.yaml:16:42 fout: `tree.order!.lines[]!.quantity!.type` = `decimaal` is niet toegestaan.',
    );
    writeFileSync(
      join(folder, 'orders.csv'),
      readFileSync(sample, 'latin1').replace('1.234,50', '1.234.50'),
      'latin1',
    );
    const tried = await run('try', described, 'orders.csv');
    expect(tried.code).toBe(1);
    expect(tried.out).toContain('2:44 error: `1.234.50` in `Aantal` is not a number as the format has them.');
    expect(await run('try', 'nothing', sample)).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no format nothing.'),
    });
  });
});
