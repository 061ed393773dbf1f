import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pagesConfig } from '../packaging/build-pages.ts';
import { packageFile } from '../src/package.ts';

/**
 * Offices update late: the pages work in browsers of autumn 2024 (Chrome 130, Firefox 132, Safari 18.0). What is written shorter than that is
 * compiled (`target`); what a browser has to bring is not. A short list of what is younger in one of them, and tempting.
 */
const tooYoung: Readonly<Record<string, RegExp>> = {
  'iterator helpers (Safari 18.4)':
    /(?<!Object)\.(?:values|keys|entries|matchAll)\([^()]*\)\s*\.(?:map|filter|take|drop|flatMap|toArray|some|every|find|reduce)\(/,
  'Iterator.from (Safari 18.4)': /\bIterator\./,
  'Promise.try (Firefox 134, Safari 18.2)': /\bPromise\.try\(/,
  'RegExp.escape (2025)': /\bRegExp\.escape\(/,
  'Uint8Array in base64 and hex (Chrome 140)': /\b(?:fromBase64|fromHex|toBase64|toHex)\(/,
  'Map.getOrInsert (2026)': /\.getOrInsert(?:Computed)?\(/,
  'Error.isError, Math.sumPrecise (2025)': /\bError\.isError\(|\bMath\.sumPrecise\(/,
  'Intl.DurationFormat (Firefox 136)': /\bIntl\.DurationFormat\b/,
  'Temporal (not in Safari)': /\bTemporal\./,
  'URLPattern (Firefox 142)': /\bURLPattern\b/,
  'the navigation API (2026)': /\bnavigation\.(?:navigate|addEventListener)\(/,
  'requestIdleCallback (not in Safari)': /\brequestIdleCallback\b/,
  'for await over a stream (not in Safari)': /for await \(.*\.body\b/,
  'closedby, command, commandfor (2025)': /\b(?:closedby|closedBy|commandfor|commandFor)=/,
  'field-sizing (not in Firefox)': /\bfield-sizing\b/,
  'anchor positioning (Firefox 147)': /\b(?:anchor-name|position-anchor|position-area)\b|\banchor\(/,
  '@scope (Firefox 146)': /@scope\b/,
  '@starting-style, allow-discrete (Firefox 129 in part)': /@starting-style\b|\ballow-discrete\b/,
  'interpolate-size, calc-size (not in Firefox)': /\binterpolate-size\b|\bcalc-size\(/,
  'text-wrap: pretty (not in Firefox)': /text-wrap: pretty/,
  'if(), random(), sibling-index() in CSS (2025)': /: (?:if|random|sibling-index)\(/,
  'view transitions (Firefox 144)': /\bview-transition-name\b|\bstartViewTransition\(/,
  'scroll-driven animations (not in Firefox)': /\banimation-timeline\b/,
};

/** Where nothing is missed without it: a choice is as wide as its longest word. */
const harmless = ['style/tables.css: field-sizing (not in Firefox)'];

const files = globSync('**/*.{ts,tsx,css,html}', { cwd: packageFile('src', 'web') });

const findYoung = (text: string): readonly string[] =>
  Object.entries(tooYoung).flatMap(([name, use]) => (use.test(text) ? [name] : []));

describe('browsers of two years ago', () => {
  it('are what the pages are compiled for', () => {
    expect(pagesConfig('').build.target).toEqual(['chrome130', 'firefox132', 'safari18']);
  });

  it('have everything that the pages use', () => {
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) =>
      findYoung(readFileSync(join(packageFile('src', 'web'), file), 'utf8')).map(
        (name) => `${file}: ${name}`,
      ),
    );
    expect(found).toEqual(harmless);
  });

  it.each([
    ['const all = map.values().toArray();', 'iterator helpers (Safari 18.4)'],
    ['texts.matchAll(/a/g).map(first)', 'iterator helpers (Safari 18.4)'],
    ['for await (const part of response.body) {', 'for await over a stream (not in Safari)'],
    ['textarea { field-sizing: content; }', 'field-sizing (not in Firefox)'],
    ['<dialog closedby="any">', 'closedby, command, commandfor (2025)'],
  ])('lack %s', (text, name) => {
    expect(findYoung(text)).toEqual([name]);
  });
});

describe('style sheets', () => {
  // a page brings its own, and they stay when the reader goes on to another
  it('do not say different things of one name', () => {
    const sheets = files.filter((file) => file.endsWith('.css'));
    const rules = sheets.flatMap((file) =>
      [...readFileSync(join(packageFile('src', 'web'), file), 'utf8').matchAll(/^(\.[\w-]+) \{/gm)].map(
        ([, name = '']) => ({ name, file }),
      ),
    );
    expect(rules.length).toBeGreaterThan(100);
    const shared = [...Map.groupBy(rules, ({ name }) => name)].filter(
      ([, all]) => new Set(all.map(({ file }) => file)).size > 1,
    );
    expect(shared.map(([name, all]) => `${name}: ${all.map(({ file }) => file).join(', ')}`)).toEqual([]);
  });
});
