import { type Below, belowOf, oneOf } from '../../../test/kit/random.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import type { Format } from '../document-format.ts';
import { readFile } from './kit.ts';

/** A file with one to three faults that exports, transfers and hands make. The same seed gives the same. */
export function mutant(bytes: Uint8Array, seed: number): Uint8Array {
  const random = belowOf(seed);
  let made = bytes;
  for (let faults = 1 + random(3); faults > 0; faults -= 1) made = oneOf(random, damages)(made, random);
  return made;
}

type Damage = (bytes: Uint8Array, random: Below) => Uint8Array;

const damages: readonly Damage[] = [
  function truncated(bytes, random) {
    return bytes.subarray(0, random(bytes.length + 1));
  },
  function duplicatedPart(bytes, random) {
    const [from, to] = part(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  function droppedPart(bytes, random) {
    const [from, to] = part(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function swappedLines(bytes, random) {
    const lines = linesOf(bytes);
    const [a, b] = [random(lines.length), random(lines.length)];
    const [first, second] = [lines[a] ?? Buffer.alloc(0), lines[b] ?? Buffer.alloc(0)];
    return Buffer.concat(lines.with(a, second).with(b, first));
  },
  function duplicatedLine(bytes, random) {
    const lines = linesOf(bytes);
    const at = random(lines.length);
    return Buffer.concat(lines.toSpliced(random(lines.length), 0, lines[at] ?? Buffer.alloc(0)));
  },
  function droppedLine(bytes, random) {
    const lines = linesOf(bytes);
    return Buffer.concat(lines.toSpliced(random(lines.length), 1));
  },
  function swappedBytes(bytes, random) {
    const made = Buffer.from(bytes);
    const at = random(Math.max(1, made.length - 1));
    made.subarray(at, at + 2).reverse();
    return made;
  },
  function otherCharset(bytes) {
    return Buffer.from(Buffer.from(bytes).toString('latin1'));
  },
  function otherBytes(bytes, random) {
    const made = Buffer.from(bytes);
    made[random(Math.max(1, made.length))] = random(256);
    return made;
  },
  function sign(bytes, random) {
    const at = random(bytes.length + 1);
    const inserted = Buffer.from(
      oneOf(random, ['"', '"', ';', '\t', '|', '\n', '\r', '<', '>', '&', ' ', '\0', '-', "'", '/>', ']]>']),
    );
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
  },
];

function part(bytes: Uint8Array, random: Below): readonly [number, number] {
  const from = random(bytes.length + 1);
  return [from, Math.min(bytes.length, from + random(60))];
}

function linesOf(bytes: Uint8Array): Buffer[] {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .match(/[^\n]*\n|[^\n]+$/g) ?? [''];
  return lines.map((line) => Buffer.from(line, 'latin1'));
}

/** What is wrong with how a format takes a file: empty where every document is read as its bytes say, or refused in words. */
export function mistakes(format: Format, bytes: Uint8Array): readonly string[] {
  const { cut, reads, findings } = readFile(format, bytes);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const text = format.decodeText(bytes);
  return [
    ...errors.flatMap(unclear),
    ...(cut.documents.length === 0 && errors.length === 0 && hasRows(text)
      ? ['nothing is read, and nothing told']
      : []),
    ...reads.flatMap(({ tree, findings: told }) => {
      if (tree === undefined) return told.length === 0 ? ['no tree, and nothing told'] : [];
      const isRefused = told.some(({ severity }) => severity === 'error');
      return isRefused || text === undefined ? [] : misplaced(tree.root, text);
    }),
  ];
}

const unclear = ({ code, message, advice, line }: Finding): readonly string[] =>
  message === '' || advice === '' || (line === undefined && code !== 'file-empty')
    ? [`unclear: ${code} ${message}`]
    : [];

const hasRows = (text: string | undefined): boolean =>
  (text ?? '').split(/[\r\n]+/).filter((line) => /\w/.test(line)).length > 4;

/** Values that do not stand in the file where the tree says. */
function misplaced(root: TreeElement, text: string): readonly string[] {
  const starts = lineStarts(text);
  const look = (element: TreeElement): readonly string[] => {
    const children = element.childNodes.filter(isElement);
    if (children.length > 0) return children.flatMap(look);
    const value = (element.origin?.written ?? textOf(element)).trim();
    const at = (starts[element.line - 1] ?? 0) + element.column - 1;
    const there = text.slice(at, at + 2 * value.length + 400);
    return isThere(there, value)
      ? []
      : [
          `${element.nodeName} ${element.line}:${element.column} ${JSON.stringify(value)} is not ${JSON.stringify(there.slice(0, 40))}`,
        ];
  };
  return look(root);
}

/** A field of a row, or the content of an element that begins there; XML takes a CR for a line feed. */
function isThere(found: string, read: string): boolean {
  const [there, value] = [lineFeeds(found), lineFeeds(read)];
  const content = there.replace(/^<(?:[^>"']|"[^"]*"|'[^']*')*>/, '');
  const plain = content.replaceAll('""', '"').trimStart();
  return (
    [content.trimStart(), plain].some((one) => one.startsWith(value)) ||
    /[<&]/.test(content.slice(0, value.length))
  );
}

const lineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** A CR alone ends a line of CSV, none of XML. */
function lineStarts(text: string): readonly number[] {
  const ends = text.trimStart().startsWith('<') ? /\n/g : /\r\n|\n|\r/g;
  return [0, ...[...text.matchAll(ends)].map(({ 0: found, index }) => index + found.length)];
}
