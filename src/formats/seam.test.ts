import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { syntaxes } from './syntaxes.ts';

/** Nobody but these knows a format by name: who adds a format changes no other file. */

const src = fileURLToPath(new URL('..', import.meta.url));

/** Files that say `scsn/Order` and the like, outside the room of SCSN. */
const sayAName = [
  // writes a first config
  'config/starter-config.ts',
  // reads a config without formats and schemas, for commands that are to be quick
  'config/load/channel-summary.ts',
];

/** Files that use what lies behind the seam. */
const lookBehind = [
  'formats/format-names.ts',
  'formats/format-registry.ts',
  // with the schemas that they are read by
  'formats/open-formats.ts',
  // an own XML with an XSD: libxml2, and the element of a path
  'formats/xml/read.ts',
  'formats/xml/document-xsd.ts',
  // a number of a company (GLN) tells where a field ends
  'formats/fixed/inference/field-places.ts',
  // severities of the rules on SCSN documents, which every document becomes
  'config/lint/fixed-severities.ts',
  // identifiers of an SCSN document, told by its order lines
  'pipeline/check/unusable-identifiers.ts',
  // the unit that somebody meant is suggested
  'operator/browse/needs-action.ts',
  // the XSDs of a version of mappings that runs again
  'replay/rerun/loaded-versions.ts',
  // units that everybody knows are harmless in a masked document
  'mapping/mask/harmless.ts',
  // the XSDs that a channel names
  'pipeline/runtime/channel-runtime.ts',
  // they start the simulator's exchange
  'cli/demo/demo-command.ts',
  'cli/simulator-command.ts',
];

const inFront = [
  'document-format.ts',
  // what `gateway init` writes for an ERP of each
  'define-syntax.ts',
  'syntaxes.ts',
  // codes of findings, which are nobody's secret
  'syntax-findings.ts',
  'find-format.ts',
  'format-names.ts',
  'format-registry.ts',
  'open-formats.ts',
  // what `gateway format` does with the files that describe formats
  'described-format.ts',
  'description-folders.ts',
  'format-page.ts',
  'infer-format.ts',
  // what a person may say of a file from which a format is made; no syntax is named there
  'infer/[a-z-]+.ts',
  // a kept description as a person corrects it, and which of its values are called otherwise then
  'revise/revise-description.ts',
  'revise/description-changes.ts',
];

interface Source {
  readonly file: string;
  /** Without comments. */
  readonly code: string;
}

async function sources(): Promise<readonly Source[]> {
  const found: Source[] = [];
  for await (const path of glob('**/*.ts', { cwd: src })) {
    const file = path.split(sep).join('/');
    if (/\.test\.ts$|\/testkit\//.test(file) || file.startsWith('scsn/')) continue;
    const text = readFileSync(join(src, path), 'utf8');
    found.push({ file, code: text.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gms, '') });
  }
  return found;
}

const filesWith = async (pattern: RegExp): Promise<readonly string[]> =>
  (await sources()).flatMap(({ file, code }) => (pattern.test(code) ? file : [])).sort();

it('a format is named in few places, each with its reason', async () => {
  expect(await filesWith(/\bscsn\/[A-Z]/)).toEqual(sayAName.toSorted());
});

it('what lies behind the seam is used in few places, each with its reason', async () => {
  expect(await filesWith(/from '(?:\.\.?\/)+scsn\//)).toEqual(lookBehind.toSorted());
});

it('of the formats only the seam, the registry and the search in it are seen from outside', async () => {
  const behind = new RegExp(`from '(?:\\.\\.?/)+formats/(?!(?:${inFront.join('|')})')`);
  const outside = (await filesWith(behind)).filter((file) => !file.startsWith('formats/'));
  expect(outside).toEqual([]);
});

const syntaxFolders = syntaxes.map(({ name }) => `formats/${name}/`);
const isInSyntax = (file: string): boolean => syntaxFolders.some((folder) => file.startsWith(folder));

/** What only one syntax speaks of. XML is everywhere, and a table is a CSV: their words are nobody's own. */
const ownWords = /\bEDIFACT\b|\bIDocs?\b|\bSAP\b|\bEDI_DC|\bE1ED|\bMESTYP\b|\bUN[ABHSTZ]\b/;

/** As `syntax:` writes it; `xml` and `fixed` mean something else elsewhere. */
const otherwiseUsed = new Set(['xml', 'fixed']);
const names = syntaxes.map(({ name }) => name);
const ownNames = new RegExp(`['"\`](${names.filter((name) => !otherwiseUsed.has(name)).join('|')})['"\`]`);
const asSyntax = new RegExp(`\\bsyntax\\b\\W{1,8}['"\`](${names.join('|')})['"\`]`);

/** What they write is a table for a spreadsheet, and no document. */
const ownTables = ['cli/user/user-lists.ts'];

it('a syntax is named in its folder and in the list alone', async () => {
  const found = (await sources()).filter(
    ({ file, code }) =>
      !isInSyntax(file) &&
      !ownTables.includes(file) &&
      !file.startsWith('web/') &&
      [ownWords, ownNames, asSyntax].some((one) => one.test(code)),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

it('what lies in the folder of a syntax is used there, by the list, and where one syntax is written in another', async () => {
  const imports = (await sources()).flatMap(({ file, code }) =>
    [...code.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => ({
      file,
      path: posix.join(posix.dirname(file), path),
    })),
  );
  const folderOf = (file: string) => syntaxFolders.find((folder) => file.startsWith(folder));
  const strangers = imports.filter(
    ({ file, path }) => folderOf(path) !== undefined && folderOf(path) !== folderOf(file),
  );
  expect(
    new Set(strangers.map(({ file, path }) => `${folderOf(file) ?? file} needs ${folderOf(path)}`)),
  ).toEqual(
    new Set([
      ...syntaxFolders.map((folder) => `formats/syntaxes.ts needs ${folder}`),
      // an IDoc may come as XML
      'formats/idoc/ needs formats/xml/',
    ]),
  );
});
