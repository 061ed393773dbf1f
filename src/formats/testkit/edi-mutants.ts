import { isUtf8 } from 'node:buffer';
import { type Below, belowOf, oneOf } from '../../../test/kit/random.ts';
import { decodeWithEncoding } from '../../text/encodings.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Format } from '../document-format.ts';
import { readFile } from './kit.ts';
import { mutant } from './mutants.ts';

/** Faults of senders and transfers of EDIFACT (terminator `'`), and those of any file. The same seed gives the same. */
export function ediMutant(bytes: Uint8Array, seed: number): Uint8Array {
  const random = belowOf(seed);
  if (random(3) === 0) return mutant(bytes, seed);
  let made = Buffer.from(bytes).toString('latin1');
  for (let faults = 1 + random(2); faults > 0; faults -= 1) made = oneOf(random, damages)(made, random);
  return Buffer.from(made, 'latin1');
}

type Damage = (text: string, random: Below) => string;

const segmentsOf = (text: string): readonly string[] =>
  text.match(/(?:\?[\s\S]|[^'])*'?/g)?.filter(Boolean) ?? [];

/** One of the segments changed. */
const inOne = (change: (segment: string, random: Below) => string): Damage =>
  function changed(text, random) {
    const segments = segmentsOf(text);
    const at = random(Math.max(1, segments.length));
    return segments.with(at < segments.length ? at : 0, change(segments[at] ?? '', random)).join('');
  };

const damages: readonly Damage[] = [
  function dropped(text, random) {
    const segments = segmentsOf(text);
    return segments.toSpliced(random(segments.length), 1).join('');
  },
  function duplicated(text, random) {
    const segments = segmentsOf(text);
    return segments.toSpliced(random(segments.length), 0, segments[random(segments.length)] ?? '').join('');
  },
  function swapped(text, random) {
    const segments = segmentsOf(text);
    const [a, b] = [random(segments.length), random(segments.length)];
    return segments
      .with(a, segments[b] ?? '')
      .with(b, segments[a] ?? '')
      .join('');
  },
  function wrongCount(text, random) {
    return text.replace(/UN([TZ])\+(\d+)/g, (whole, tag, count) =>
      random(2) === 0 ? whole : `UN${tag}+${Number(count) + 1 - random(3)}`,
    );
  },
  function wrongReference(text, random) {
    return text.replace(
      /UNT\+(\d+)\+(\w+)/,
      (_, count, reference) => `UNT+${count}+${reference}${random(10)}`,
    );
  },
  inOne((segment) => segment.replace(/'$/, "?'")),
  inOne((segment) => segment.replace(/'$/, "??'")),
  inOne((segment) => segment.replace(/'$/, '')),
  inOne(
    (segment, random) =>
      `${segment.slice(0, random(segment.length + 1))}\n${segment.slice(random(segment.length + 1))}`,
  ),
  inOne((segment) => segment.replace('+', ':')),
  inOne((segment) => segment.replace(':', '+')),
  inOne((segment) => segment.replace(/(\d)\.(\d)/, '$1,$2')),
  inOne((segment) => segment.replace(/(\d+)/, '-$1-')),
  inOne((segment) => segment.toLowerCase()),
  function brokenUna(text, random) {
    const unas = ["UNA:+.?'", 'UNA:+.? ', "UNA++.? '", "UNA:+,? '", "UNA:+.?*'", '', 'UNA', "una:+.? '"];
    return text.replace(/^(UNA.{6})?/, oneOf(random, unas));
  },
  function otherCharset(text, random) {
    const at = random(text.length + 1);
    return `${text.slice(0, at)}${oneOf(random, ['\xe4', '\xc3\xa4', '\x80', '\xff', '\x00', '\x07'])}${text.slice(at)}`;
  },
];

/**
 * What a naive reader of the same bytes finds and the tree does not have: of documents without a finding, every value that stands
 * between separators must be in the tree, in its order.
 */
export function lostValues(format: Format, bytes: Uint8Array): readonly string[] {
  const { cut, reads } = readFile(format, bytes);
  return cut.documents.flatMap((document, n) => {
    const { tree, findings = [] } = reads[n] ?? {};
    const isClean = findings.length === 0 && cut.findings.length === 0 && document.envelope !== undefined;
    if (tree === undefined || !isClean) return [];
    const values = valuesIn(
      decodeWithEncoding(document.bytes, isUtf8(document.bytes) ? 'utf-8' : 'windows-1252').text ?? '',
      Buffer.from(document.envelope ?? []).toString(),
    );
    const read = leavesOf(tree.root);
    return values
      .filter((value, at) => value !== read[at])
      .map((value) => `${value} is lost or misplaced`)
      .slice(0, 3);
  });
}

/** Behind UNB and UNG, up to UNT; releases as they are. */
function valuesIn(text: string, envelope: string): readonly string[] {
  const una = /UNA(.)(.).(.).(.)/.exec(envelope);
  const [component = ':', element = '+', release = '?', terminator = "'"] = una?.slice(1) ?? [];
  const sign = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const split = new RegExp(
    `(?:${sign(release)}[^]|[^${sign(component)}${sign(element)}${sign(terminator)}])+`,
    'g',
  );
  const segments = text.match(new RegExp(`(?:${sign(release)}[^]|[^${sign(terminator)}])+`, 'g')) ?? [];
  return segments
    .map((segment) => segment.replaceAll('\0', ' ').trim())
    .filter((segment) => segment !== '' && !segment.startsWith('UNT') && !segment.startsWith('UNS'))
    .flatMap((segment) => (segment.match(split) ?? []).slice(1))
    .flatMap(blanksAside);
}

/** Blanks alone are no value. */
const blanksAside = (value: string): readonly string[] => (value.trim() === '' ? [] : [value.trim()]);

function leavesOf(root: TreeElement): readonly string[] {
  const inside = root.childNodes
    .filter(isElement)
    .filter(({ nodeName }) => !/^(UNB|UNG|UNS)$/.test(nodeName));
  const look = (element: TreeElement): readonly string[] => {
    const children = element.childNodes.filter(isElement);
    if (children.length > 0) return children.flatMap(look);
    const value = element.origin?.written ?? textOf(element);
    return blanksAside(value);
  };
  return inside.flatMap(look);
}
