import { describe, expect, it } from 'vitest';
import type { FolderFiles } from './mappings-folder.ts';
import { listFolderChanges, mergeFile, mergeFolders } from './merge-folders.ts';
import { joinParts } from './merge-parts.ts';

const folder = (files: Readonly<Record<string, string>>): FolderFiles =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));

const textOf = (files: FolderFiles, path: string): string | undefined => files.get(path)?.toString();

const mapping = `# ours
mapping: order
target:
  order:
    number: cbc:ID
    note: cbc:Note
    text: { $text: a }
stop:
  - { when: "true()", code: one }
`;
const base = folder({
  'order.yaml': mapping,
  'tables/units.csv': 'a,b\nSTK,C62\nPR,PR\n',
  'other.yaml': 'x: y\n',
});

function merged(onto: (text: string) => string, edited: (text: string) => string, path = 'order.yaml') {
  const change = (edit: (text: string) => string) =>
    new Map([...base, [path, Buffer.from(edit(textOf(base, path) ?? ''))]]);
  const result = mergeFolders(base, change(onto), change(edited));
  return 'files' in result ? textOf(result.files, path) : result.conflicts;
}

describe('two edits of one mapping', () => {
  it('in neighbouring rules go together, with their comments', () => {
    expect(
      merged(
        (text) => text.replace('number: cbc:ID', 'number: cbc:UUID # anna'),
        (text) => text.replace('note: cbc:Note', 'note: cbc:Other'),
      ),
    ).toBe(mapping.replace('cbc:ID', 'cbc:UUID # anna').replace('cbc:Note', 'cbc:Other'));
  });

  it('of one rule do not, and it is named', () => {
    expect(
      merged(
        (text) => text.replace('cbc:Note', 'cbc:One'),
        (text) => text.replace('cbc:Note', 'cbc:Two'),
      ),
    ).toEqual(['order.yaml target/order/note']);
  });

  it('that say the same are one', () => {
    const same = (text: string) => text.replace('cbc:Note', 'cbc:One');
    expect(merged(same, same)).toBe(same(mapping));
  });

  it('that each add a clause of their own at the end go together', () => {
    const add = (code: string) => (text: string) => `${text}  - { when: "true()", code: ${code} }\n`;
    expect(merged(add('anna'), add('bert'))).toBe(add('bert')(add('anna')(mapping)));
  });

  it('of one line do not, though they are two rules of it', () => {
    const wide = mapping.replace('{ $text: a }', '{ $text: a, $as: text }');
    const start = new Map([...base, ['order.yaml', Buffer.from(wide)]]);
    const onto = new Map([...start, ['order.yaml', Buffer.from(wide.replace('$text: a', '$text: b'))]]);
    const edited = new Map([...start, ['order.yaml', Buffer.from(wide.replace('as: text', 'as: date'))]]);
    expect(mergeFolders(start, onto, edited)).toEqual({
      conflicts: ['order.yaml target/order/text/$text', 'order.yaml target/order/text/$as'],
    });
  });
});

describe('a place that both have changed', () => {
  const partsOf = (onto: string, edited: string, start = mapping) => {
    const [one, two, three] = [start, onto, edited].map((text) => Buffer.from(text));
    const merge = mergeFile('order.yaml', one, two, three);
    return 'parts' in merge ? merge : { parts: [], clashes: [] };
  };

  it('stands between what goes along, with its line in each text', () => {
    const { parts, clashes } = partsOf(
      mapping.replace('# ours', '# ours\n# and theirs').replace('cbc:Note', 'cbc:One'),
      mapping.replace('cbc:ID', 'cbc:UUID').replace('cbc:Note', 'cbc:Two'),
    );
    expect(clashes).toEqual([
      {
        ...{ kind: 'lines', rules: ['target/order/note'], base: '    note: cbc:Note' },
        ...{ theirs: '    note: cbc:One', ours: '    note: cbc:Two' },
        lines: { base: 6, theirs: 7, ours: 6 },
      },
    ]);
    expect(joinParts(parts, () => '    note: "both"')).toBe(
      mapping
        .replace('# ours', '# ours\n# and theirs')
        .replace('cbc:ID', 'cbc:UUID')
        .replace('cbc:Note', '"both"'),
    );
    expect(joinParts(parts, () => '')).not.toContain('note:');
  });

  it('leaves alone what stands beside it, new or gone', () => {
    const { parts, clashes } = partsOf(
      mapping.replace('note: cbc:Note', 'note: cbc:One\n    terms:\n      a: new'),
      mapping.replace('number: cbc:ID\n    note: cbc:Note', 'note: cbc:Two # ours'),
    );
    expect(clashes).toMatchObject([{ rules: ['target/order/note'], theirs: '    note: cbc:One' }]);
    expect(joinParts(parts, ({ ours = '' }) => ours)).toBe(
      mapping.replace('number: cbc:ID\n    note: cbc:Note', 'note: cbc:Two # ours\n    terms:\n      a: new'),
    );
  });

  it('is a rule of several lines as a whole, though each has changed another of them', () => {
    const start = 'mapping: m\ntarget:\n  order:\n    note: >\n      a\n      b\n      c\n    number: d\n';
    const { clashes } = partsOf(start.replace('a\n', 'x\n'), start.replace('c\n', 'z\n'), start);
    expect(clashes).toMatchObject([
      { rules: ['target/order/note'], base: '      a\n      b\n      c', ours: '      a\n      b\n      z' },
    ]);
  });

  it('is a rule that both have added, with all between both places', () => {
    const { clashes } = partsOf(
      mapping.replace('    number', '    terms: one\n    number'),
      mapping.replace('stop:', '    terms: two\nstop:'),
    );
    expect(clashes).toMatchObject([{ rules: ['target/order/terms'], lines: { base: 5 } }]);
  });

  it('is the whole file where a text cannot be read, or where one has taken it away', () => {
    const broken = `${mapping}  "\n`;
    expect(partsOf(mapping.replace('cbc:ID', 'cbc:UUID'), broken).clashes).toMatchObject([
      { kind: 'file', rules: [], ours: broken },
    ]);
    expect(mergeFile('order.yaml', Buffer.from(mapping), undefined, Buffer.from('x: y'))).toMatchObject({
      clashes: [{ kind: 'file', base: mapping, ours: 'x: y' }],
    });
  });

  it('is no other one where lines end otherwise', () => {
    const windows = mapping.replaceAll('\n', '\r\n').replace('cbc:Note', 'cbc:One');
    const merge = mergeFile(
      'order.yaml',
      Buffer.from(mapping),
      Buffer.from(windows),
      Buffer.from(mapping.replace('cbc:ID', 'cbc:UUID')),
    );
    expect('bytes' in merge && String(merge.bytes)).toBe(
      mapping.replace('cbc:Note', 'cbc:One').replace('cbc:ID', 'cbc:UUID'),
    );
  });
});

describe('two edits of one table', () => {
  const add = (row: string) => (text: string) => `${text}${row}\n`;

  it('that each add a row go together', () => {
    expect(merged(add('KG,KGM'), add('M,MTR'), 'tables/units.csv')).toBe(
      'a,b\nSTK,C62\nPR,PR\nKG,KGM\nM,MTR\n',
    );
  });

  it('of one row do not', () => {
    const change = (unit: string) => (text: string) => text.replace('C62', unit);
    expect(merged(change('H87'), change('EA'), 'tables/units.csv')).toEqual(['tables/units.csv STK']);
    expect(merged(add('KG,KGM'), add('KG,KG'), 'tables/units.csv')).toEqual(['tables/units.csv KG']);
  });

  it('one of which takes a row away', () => {
    const without = (text: string) => text.replace('PR,PR\n', '');
    expect(merged(add('KG,KGM'), without, 'tables/units.csv')).toBe('a,b\nSTK,C62\nKG,KGM\n');
  });
});

describe('two edits of a folder', () => {
  const without = (...paths: readonly string[]) =>
    new Map([...base].filter(([path]) => !paths.includes(path)));

  it('of different files go together, deletions too', () => {
    const onto = new Map([...base, ['new.yaml', Buffer.from('a: b\n')]]);
    const result = mergeFolders(base, onto, without('other.yaml'));
    expect('files' in result ? [...result.files.keys()] : result).toEqual([
      ...['order.yaml', 'tables/units.csv', 'new.yaml'],
    ]);
  });

  it('one of which deletes what the other changes do not', () => {
    const onto = new Map([...base, ['other.yaml', Buffer.from('x: z\n')]]);
    expect(mergeFolders(base, onto, without('other.yaml'))).toEqual({ conflicts: ['other.yaml'] });
  });

  it('are told by rule, by row and by file', () => {
    const now = folder({
      'order.yaml': mapping.replace('cbc:Note', 'cbc:Other'),
      'tables/units.csv': 'a,b\nSTK,H87\n',
      'fixtures/a/document.xml': '<a/>',
    });
    expect(listFolderChanges(base, now)).toEqual([
      { file: 'fixtures/a/document.xml', kind: 'added' },
      { file: 'order.yaml', what: 'target/order/note', kind: 'changed', from: 'cbc:Note', to: 'cbc:Other' },
      { file: 'other.yaml', kind: 'deleted' },
      { file: 'tables/units.csv', what: 'STK', kind: 'changed', from: 'STK,C62', to: 'STK,H87' },
      { file: 'tables/units.csv', what: 'PR', kind: 'deleted', from: 'PR,PR' },
    ]);
  });
});
