import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Package } from './packages.ts';

/** What is allowed beside the gateway without asking anybody: nothing that lays claims on what uses it. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  '0BSD',
]);

const old = z.object({ type: z.string() });
const manifest = z.looseObject({
  license: z.union([z.string(), old]).optional(),
  licenses: z.array(old).optional(),
});

export interface Licensed extends Package {
  /** An SPDX identifier. */
  readonly licence: string;
  /** What the package says itself; its identifier where it brings no text. */
  readonly text: string;
}

/** The licences of those packages that are installed below a folder; rejects a package under any other licence than those above. */
export function licencesOf(root: string, packages: readonly Package[]): readonly Licensed[] {
  const there = packages.filter(({ path }) => existsSync(join(root, path, 'package.json')));
  const all = there.map((one) => ({
    ...one,
    licence: licenceIn(join(root, one.path)),
    text: textIn(join(root, one.path)),
  }));
  const others = all.filter(({ licence }) => !allowed.has(licence));
  if (others.length > 0)
    throw new Error(
      `Nobody has looked at the licence of ${others.map((one) => `${one.name} (${one.licence})`).join(', ')}.`,
    );
  return all;
}

function licenceIn(folder: string): string {
  const { license, licenses } = manifest.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  return (typeof license === 'string' ? license : (license ?? licenses?.[0])?.type) ?? 'none';
}

function textIn(folder: string): string {
  const names = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .toSorted();
  return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

/** One page of them all. */
export function licencePage(all: readonly Licensed[]): string {
  const list = all.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  const texts = all.filter(({ text }) => text !== '');
  return [
    'What scsn-gateway brings along, and under which licence.',
    [...new Set(list)].join('\n'),
    ...texts.map(({ name, version, text }) => `${'='.repeat(78)}\n${name} ${version}\n\n${text}`),
    '',
  ]
    .join('\n\n')
    .replaceAll('\r\n', '\n');
}
