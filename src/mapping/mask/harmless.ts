import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingSeverities } from '../../findings/finding-codes.ts';
import { type HarmlessKind, harmlessKinds, type Syntax } from '../../formats/define-syntax.ts';
import type { Formats } from '../../formats/document-format.ts';
import { isScsnDocument } from '../../formats/format-names.ts';
import { listSyntaxFindings } from '../../formats/syntax-findings.ts';
import { findSyntax } from '../../formats/syntaxes.ts';
import { packageFile } from '../../package.ts';
import { findMeantUnit } from '../../scsn/rules/code-lists.ts';
import type { Shape } from '../../tree/nodes/shape.ts';
import { buildSourceShape, buildTargetShape, isFormatDocument } from '../models/document-models.ts';
import { parseCsvRows } from '../tables/csv-rows.ts';

/** What may stand at a place; whatever no list names is private. */
export type PlaceKind = HarmlessKind | 'private';

/** The lists that come with the gateway (mappings/masking): which places are harmless, and which words are public codes. */
export const delivered = packageFile('mappings');
const rules = packageFile('schemas', 'rules');

/** Kinds of the values of one type of document, by the names above them. */
export class HarmlessPlaces {
  readonly #rows: ReadonlyMap<string, PlaceKind>;
  readonly #types: ReadonlyMap<string, string>;
  /** Names of elements, attributes and members that the description has. */
  readonly names: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;

  /** `type`: as `from:` of a mapping says it. */
  constructor(type: string, formats: Formats) {
    const { names, types } = namesIn(shapesOf(type, formats));
    const within =
      isFormatDocument(type) && isScsnDocument(type) ? namesIn(extensionShapes(formats)) : undefined;
    this.#types = within === undefined ? types : new Map([...within.types, ...types]);
    this.names = within === undefined ? names : new Set([...names, ...within.names, ...marks]);
    const described = isFormatDocument(type) ? formats.load(type).format?.buildShape().namespaces : undefined;
    this.namespaces = new Set(described?.values());
    this.#rows = placesOf(type, formats);
  }

  /** `path`: names from the outermost to the one that holds the value; an attribute begins with `@`. */
  kindOf(path: readonly string[]): PlaceKind {
    const [above = '', name = ''] = ['', ...path].slice(-2);
    const listed =
      this.#rows.get(`${above}/${name}`) ??
      this.#rows.get(name) ??
      this.#byEnd(name) ??
      this.#rows.get(above);
    // a field of records stands under its name and what people call it
    return listed ?? this.#byType(name) ?? this.#byType(above) ?? 'private';
  }

  /** `*Code`: the last word of a name says what it holds. */
  #byEnd(name: string): PlaceKind | undefined {
    for (const [, end] of name.matchAll(/(?=([A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$))/g)) {
      const kind = this.#rows.get(`*${end}`);
      if (kind !== undefined) return kind;
    }
    return undefined;
  }

  #byType(name: string): PlaceKind | undefined {
    const type = this.#types.get(name) ?? '';
    if (/^(date|datetime|time|timestamp)$/.test(type)) return 'date';
    return /^(decimal|integer)$/.test(type) ? 'amount' : undefined;
  }
}

/** Is a value what its place says? A name in a field of dates is none, and masked. */
export function isHarmless(kind: PlaceKind, text: string): boolean {
  const value = text.trim();
  if (value === '' || value === 'true' || value === 'false') return true;
  if (kind === 'code') return /^(.|\d{1,3})$/u.test(value) || isCode(value);
  if (kind === 'date') return date.test(value);
  if (kind === 'number') return isNumber(value);
  return kind === 'line' && /^\d{1,6}$/.test(value);
}

/** Of an ERP with decimal comma too, and with its sign behind. */
export const isNumber = (text: string): boolean => /^\s*[+-]?\d[\d.,]{0,20}[+-]?\s*$/.test(text);

/** A day, an instant or a time as ERPs write them: digits that are no date are none. */
const day = '(19|20)\\d\\d(?<between>[-/.]?)(0?[1-9]|1[0-2])\\k<between>(0?[1-9]|[12]\\d|3[01])';
const dutchDay = '(0?[1-9]|[12]\\d|3[01])[-/.](0?[1-9]|1[0-2])[-/.](19|20)?\\d\\d';
const time = '([01]?\\d|2[0-4]):?[0-5]\\d(:?[0-5]\\d(\\.\\d{1,9})?)?';
const zone = '(Z|[+-]\\d\\d:?\\d\\d)?';
const date = new RegExp(
  `^((${day}|${dutchDay})([T ]?${time})?${zone}|${time}${zone}|\\d\\d(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])|(19|20)\\d\\d[0-5]\\d|0+)$`,
);

/** A code of a delivered list: tables, directories and mappings, `words.csv`; a unit, a currency, a country, a language. */
export function isCode(text: string): boolean {
  const value = text.trim();
  return (
    codes().has(value.toLowerCase()) ||
    findMeantUnit(value) !== '' ||
    isName(regions, value) ||
    isName(languages, value)
  );
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Of two letters, which nobody is called by alone. */
const isName = (names: Intl.DisplayNames, value: string): boolean =>
  /^[A-Za-z]{2}$/.test(value) && names.of(value) !== undefined;

function codes(): ReadonlySet<string> {
  deliveredCodes ??= readCodes();
  return deliveredCodes;
}
let deliveredCodes: ReadonlySet<string> | undefined;

function readCodes(): ReadonlySet<string> {
  const all = [
    ...readdirSync(join(delivered, 'tables'))
      .filter((file) => !ofThisSite.has(file))
      .flatMap(codesInTable),
    ...rowsOf('masking/words.csv').map(({ cells: [word = ''] }) => word),
    ...readdirSync(join(delivered, 'dispositions')).flatMap(qualifiersIn),
    ...textsIn(join(delivered, 'formats', 'directories'), '.yaml').flatMap(codesInDirectory),
    ...askedFor(),
    ...Intl.supportedValuesOf('timeZone'),
    ...Intl.supportedValuesOf('currency'),
  ];
  return new Set(all.map((code) => code.trim().toLowerCase()));
}

/** Tables that a site fills with its own numbers and sentences, and one of paths. */
const ofThisSite: ReadonlySet<string> = new Set([
  ...['partners.csv', 'suppliers.csv', 'buyers.csv', 'companies.csv', 'event-notes.csv', 'lost-values.csv'],
]);

const codesInTable = (file: string): readonly string[] =>
  rowsOf(`tables/${file}`).flatMap(({ cells }) => cells.slice(0, 2));

const qualifiersIn = (file: string): readonly string[] =>
  rowsOf(`dispositions/${file}`).flatMap(({ cells: [, qualifier = ''] }) => qualifier.split(/\s+/));

/** `BY: buyer, SU: supplier`. */
function codesInDirectory(text: string): readonly string[] {
  const lists = text.slice(text.indexOf('\ncodes:'));
  return [...lists.matchAll(/([A-Z0-9]{1,3}):/g)].map(([, code = '']) => code);
}

/** What delivered mappings compare with: `'customerReference'`. */
const askedFor = (): readonly string[] =>
  textsIn(delivered, '.yaml')
    .flatMap((text) => [...text.matchAll(/'([^'\n]{1,60})'/g)])
    .map(([, text = '']) => text);

/** Codes of findings that come with the gateway: of its own table, of the delivered mappings and of the rules. */
export function findingCodes(): ReadonlySet<string> {
  deliveredFindings ??= new Set([
    ...Object.keys(findingSeverities),
    ...listSyntaxFindings().map(({ code }) => code),
    ...textsIn(delivered, '.yaml')
      .flatMap((text) => [...text.matchAll(/\bcode: "?([a-z-]+)/g)])
      .map(([, code = '']) => code),
    ...textsIn(rules, '.sch')
      .flatMap((text) => [...text.matchAll(/\bid="([a-z-]+)"/g)])
      .map(([, code = '']) => code),
  ]);
  return deliveredFindings;
}
let deliveredFindings: ReadonlySet<string> | undefined;

const textsIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Does a delivered mapping name it: a member, an element, a prefix? */
export function isUsedName(name: string): boolean {
  deliveredNamesUsed ??= new Set(
    textsIn(delivered, '.yaml').flatMap((text) => text.replace(/#.*$/gm, '').match(/[\w.-]+/g) ?? []),
  );
  return deliveredNamesUsed.has(name);
}
let deliveredNamesUsed: ReadonlySet<string> | undefined;

/** Names of what comes with the gateway, without fixtures. */
export const deliveredNames = (): readonly string[] =>
  ['.', 'tables', 'formats'].flatMap((folder) =>
    readdirSync(join(delivered, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.name !== 'fixtures')
      .map(({ name }) => name),
  );

const rowsOf = (file: string) => parseCsvRows(readFileSync(join(delivered, file), 'utf8')).slice(1);

type PlaceKinds = ReadonlyMap<string, PlaceKind>;

function placesOf(type: string, formats: Formats): PlaceKinds {
  const syntax = findDocumentSyntax(type, formats);
  if (syntax !== undefined) return listPlaces(syntax);
  deliveredPlaces ??= readPlaces();
  const exchange = deliveredPlaces.get('exchange') ?? new Map();
  if (!isFormatDocument(type)) return exchange;
  return isScsnDocument(type) ? new Map([...exchange, ...(deliveredPlaces.get('scsn') ?? [])]) : new Map();
}

let deliveredPlaces: ReadonlyMap<string, PlaceKinds> | undefined;

const listPlaces = ({ masking: { places } }: Syntax): PlaceKinds =>
  new Map(harmlessKinds.flatMap((kind) => (places[kind] ?? []).map((place) => [place, kind] as const)));

function readPlaces(): ReadonlyMap<string, PlaceKinds> {
  const found = new Map<string, Map<string, PlaceKind>>();
  for (const { line, cells } of rowsOf('masking/places.csv')) {
    const [format = '', place = '', kind = ''] = cells;
    if (!isHarmlessKind(kind)) throw new Error(`masking/places.csv:${line}: there is no kind "${kind}".`);
    const rows = found.get(format) ?? new Map<string, PlaceKind>();
    found.set(format, rows.set(place, kind));
  }
  return found;
}

const isHarmlessKind = (text: string): text is HarmlessKind => harmlessKinds.some((kind) => kind === text);

/** The syntax of a described format; undefined: the document is SCSN, or of the exchange. */
export function findDocumentSyntax(type: string, formats: Formats): Syntax | undefined {
  if (!isFormatDocument(type) || isScsnDocument(type)) return undefined;
  const { text = '' } = formats.load(type);
  return findSyntax(/^syntax:\s*([\w-]+)/m.exec(text)?.[1]);
}

function shapesOf(type: string, formats: Formats): readonly Shape[] {
  const [source, target] = [buildSourceShape(type, formats)?.root.shape, targetOf(type, formats)];
  return [source, target].flatMap((shape) => shape ?? []);
}

/** What an SCSN document of the gateway's own holds in its extension is called as at the exchange. */
const extensionShapes = (formats: Formats): readonly Shape[] =>
  ['exchange/order', 'exchange/order-response', 'exchange/despatch-advice'].flatMap(
    (type) => buildTargetShape(type, formats) ?? [],
  );
const marks: ReadonlySet<string> = new Set(['Document', 'open', 'absentLines']);

/** What `exchange/shipment` is called as a target is none. */
const targetOf = (type: string, formats: Formats): Shape | undefined =>
  type === 'exchange/shipment' ? undefined : buildTargetShape(type, formats);

/** Names without prefixes, and the type of the leaves of that name. */
function namesIn(shapes: readonly Shape[]): {
  readonly names: ReadonlySet<string>;
  readonly types: ReadonlyMap<string, string>;
} {
  const names = new Set<string>();
  const types = new Map<string, string>();
  const seen = new Set<Shape>();
  const open = [...shapes];
  for (let shape = open.pop(); shape !== undefined; shape = open.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    const name = localName(shape.name);
    names.add(name);
    if (name !== shape.name) names.add(shape.name.slice(0, -name.length));
    if (shape.type !== undefined) types.set(name, shape.type);
    for (const attribute of shape.attributes) names.add(`@${localName(attribute.name)}`);
    open.push(...shape.children.map((child) => child.shape));
  }
  return { names, types };
}

const localName = (name: string): string => name.replace(/^.*:/, '');
