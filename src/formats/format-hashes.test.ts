import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildDescribedFormat } from './described-format.ts';
import { delivered } from './testkit/kit.ts';

/**
 * What is kept of a message names formats by their hash: whatever makes it otherwise makes every comparison with the past say that
 * the format was changed.
 */

it.each([
  ['acme-csv-orders', '4b157346fd2dc1e51b90b479fe04883eed6f8cd7d370a31c1b74f70cd99e5ed5'],
  ['acme-fixed-orders', 'cabfc202226266cecd57e6bd4c61f79c549b5469124ae107abdadc17b3344a57'],
  ['acme-xml-orders', '32c4c6be5d48c9630a0d46474abaeffc6d36d5fc1a983ac36565ab3b82bc55a6'],
])('%s: the hash of its text', (name, hash) => {
  const { format } = buildDescribedFormat(
    readFileSync(new URL(`fixtures/${name}.yaml`, import.meta.url), 'utf8'),
    `${name}.yaml`,
  );
  expect(format?.hash).toBe(hash);
});

it.each([
  ['edifact', 'edifact-d96a-orders', 2],
  ['idoc', 'idoc-orders', 1],
])(
  '%s: the hash of its text, its guide and what that names, in the order in which they are read',
  (syntax, guide, count) => {
    const read: string[] = [];
    const noted = (find: (name: string) => string | undefined) => (name: string) => {
      const text = find(name);
      if (text !== undefined) read.push(text);
      return text;
    };
    const text = `format: mine\nsyntax: ${syntax}\nguide: ${guide}\n`;
    const referenced = { guide: noted(delivered.guide), directory: noted(delivered.directory) };
    const { format } = buildDescribedFormat(text, 'mine.yaml', referenced);
    expect(read).toHaveLength(count);
    expect(format?.hash).toBe(hashOf([text, ...read]));
  },
);

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\n${text}`);
  return hash.digest('hex');
}
