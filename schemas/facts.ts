/** The table of facts on UBL 2.1 (`ubl.facts`), read. Its head says how it is written. */
export interface Facts {
  readonly types: readonly DataType[];
  /** Basic elements (`cbc:`): local name and data type. */
  readonly basics: readonly { readonly name: string; readonly type: string }[];
  readonly roots: readonly {
    readonly name: string;
    readonly namespace: string;
    readonly children: readonly Child[];
  }[];
  readonly aggregates: readonly Aggregate[];
}

export interface DataType {
  readonly name: string;
  /** Local name of an XSD type. */
  readonly base: string;
  readonly attributes: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
  }[];
}

export interface Aggregate {
  readonly type: string;
  /** Local names of the elements (`cac:`) of this type. */
  readonly elements: readonly string[];
  readonly children: readonly Child[];
}

export interface Child {
  /** With its prefix: `cbc:ID`. */
  readonly name: string;
  readonly min: 0 | 1;
  readonly max: 1 | 'unbounded';
}

/** Reads the text of `ubl.facts`; throws with the line number where it cannot. */
export function readFacts(text: string): Facts {
  const entries = split(text);
  const of = (keyword: string) => entries.filter((entry) => entry.keyword === keyword);
  return {
    types: of('type').map(dataType),
    basics: of('basic').flatMap((entry) => entry.words.map((name) => ({ name, type: entry.name }))),
    roots: of('root').map((entry) => ({
      name: entry.name,
      namespace: entry.extra,
      children: entry.words.map(child),
    })),
    aggregates: of('aggregate').map(aggregate),
  };
}

interface Entry {
  readonly keyword: string;
  readonly name: string;
  readonly extra: string;
  readonly words: string[];
}

const keywords = new Set(['type', 'basic', 'root', 'aggregate']);

function split(text: string): Entry[] {
  const entries: Entry[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const words = line.trim().split(/\s+/);
    if (line.startsWith(' ')) entries.at(-1)?.words.push(...words);
    else entries.push(head(words, index + 1));
  }
  return entries;
}

function head(words: string[], line: number): Entry {
  const [keyword = '', name = '', extra = ''] = words;
  if (!keywords.has(keyword) || name === '') {
    throw new Error(`ubl.facts line ${line}: "${words.join(' ')}" is none of ${[...keywords].join(', ')}`);
  }
  return { keyword, name, extra, words: [] };
}

function dataType(entry: Entry): DataType {
  return { name: entry.name, base: entry.extra, attributes: entry.words.map(attribute) };
}

function attribute(word: string): DataType['attributes'][number] {
  const [name = '', type = 'normalizedString'] = word.replace('!', '').split(':');
  return { name, type, required: word.includes('!') };
}

function aggregate(entry: Entry): Aggregate {
  const at = entry.words.indexOf('=');
  return {
    type: entry.name,
    elements: entry.words.slice(0, at),
    children: entry.words.slice(at + 1).map(child),
  };
}

function child(word: string): Child {
  const sign = /[?*+]$/.exec(word)?.[0] ?? '';
  return {
    name: sign === '' ? word : word.slice(0, -1),
    min: sign === '?' || sign === '*' ? 0 : 1,
    max: sign === '*' || sign === '+' ? 'unbounded' : 1,
  };
}
