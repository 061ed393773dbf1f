import { readFileSync } from 'node:fs';
import type { Format } from '../../../formats/document-format.ts';
import type { TreeElement } from '../../../tree/nodes/tree-node.ts';
import { parseFixtureContext } from '../../fixtures/fixture-files.ts';
import { buildMappingContext } from '../../fixtures/previous-delivery.ts';
import { delivered } from '../delivered.ts';
import { formats } from '../kit.ts';
import { placesOf, type Subject } from './subject.ts';

/** Segments and composites that a code makes what they are, and the groups that such a segment begins. */
const qualifiers: Readonly<Record<string, string>> = {
  ...{
    ALC: 'e5463',
    CNT: 'C270/e6069',
    COM: 'C076/e3155',
    CTA: 'e3139',
    DTM: 'C507/e2005',
    FII: 'e3035',
    FTX: 'e4451',
  },
  ...{
    IMD: 'e7077',
    LOC: 'e3227',
    MEA: 'e6311',
    MOA: 'C516/e5025',
    NAD: 'e3035',
    PAT: 'e4279',
    PCD: 'C501/e5245',
  },
  ...{
    PRI: 'C509/e5125',
    QTY: 'C186/e6063',
    RFF: 'C506/e1153',
    RNG: 'e6167',
    RTE: 'C128/e5419',
    SCC: 'e4017',
  },
  ...{ TAX: 'e5283', TDT: 'e8051', TOD: 'e4055', C212: 'e7143', C504: 'e6347' },
};

const groups = [
  'ALC',
  'CTA',
  'LOC',
  'MOA',
  'NAD',
  'PAT',
  'PCD',
  'PRI',
  'QTY',
  'RFF',
  'RTE',
  'SCC',
  'TAX',
  'TDT',
  'TOD',
];

const ofGroups = Object.fromEntries(groups.map((tag) => [`g${tag}`, `${tag}/${qualifiers[tag]}`]));

const commercial = new Set([
  'DTM',
  'QTY',
  'PRI',
  'MOA',
  'ALC',
  'PCD',
  'RTE',
  'CUX',
  'RFF',
  'PIA',
  'LIN',
  'SCC',
  'TOD',
  'PAT',
]);

/** The table of dispositions of a message: `edifact-orders`. */
export function edifactSubject(name: string, format: string, mapping: string): Subject {
  const { base, places } = described(name, format, 'edi', (path) =>
    /(^UN[BGH]\b)|(^|\/)unexpected$/.test(path),
  );
  return {
    ...{ name, mapping: delivered(mapping), context, base, places, commercial },
    qualifiers: { ...qualifiers, ...ofGroups, sALC: 'ALC/e5463' },
    shared: new Set(['gLIN']),
    essentials: { gNAD: 'NAD/C082/e3039', gPRI: 'PRI/C509/e5118', gMOA: 'MOA/C516/e5004' },
    samples: { e2380: '2026-12-24' },
    namespaceOf: () => null,
  };
}

const idocQualifiers: Readonly<Record<string, string>> = {
  ...{
    E1EDK02: 'QUALF',
    E1EDK03: 'IDDAT',
    E1EDK05: 'ALCKZ',
    E1EDK14: 'QUALF',
    E1EDK17: 'QUALF',
    E1EDK18: 'QUALF',
  },
  ...{ E1EDKA1: 'PARVW', E1EDKA3: 'QUALP', E1EDKT1: 'TDID', E1EDS01: 'SUMID' },
  ...{
    E1EDP02: 'QUALF',
    E1EDP03: 'IDDAT',
    E1EDP05: 'ALCKZ',
    E1EDP17: 'QUALF',
    E1EDP19: 'QUALF',
    E1EDPA1: 'PARVW',
  },
  ...{ E1EDPT1: 'TDID' },
};

const idocCommercial = new Set(
  ['K02', 'K03', 'K05', 'K17', 'K18', 'P02', 'P03', 'P05', 'P17', 'P19', 'P20', 'S01'].map(
    (one) => `E1ED${one}`,
  ),
);

/** The table of dispositions of an IDoc: `idoc-orders`. */
export function idocSubject(name: string, mapping: string): Subject {
  const { base, places, format } = described(name, name, 'xml', (path) => path === 'EDI_DC40');
  return {
    read: (document) => format.read({ bytes: Buffer.from(xmlOf(document.root)) }).findings,
    ...{ name, mapping: delivered(mapping), context, base, places },
    ...{ qualifiers: idocQualifiers, commercial: idocCommercial },
    shared: new Set(['E1EDP01']),
    essentials: {},
    samples: {},
    namespaceOf: () => null,
  };
}

const context = buildMappingContext(parseFixtureContext('{}'), () => 'new');

/** The tree of an IDoc as XML again. */
function xmlOf(element: TreeElement): string {
  const inside = element.childNodes.map((node) => (node.nodeType === 1 ? xmlOf(node) : node.data));
  const attribute = element.childNodes.some(({ nodeType }) => nodeType === 1) ? ' SEGMENT="1"' : '';
  return `<${element.localName}${attribute}>${inside.join('')}</${element.localName}>`;
}

/** A format with the small document that rows put their values into. */
function described(
  name: string,
  formatName: string,
  extension: string,
  isLeftOut: (path: string) => boolean,
) {
  const { format } = formats.load(formatName);
  if (format === undefined) throw new Error(`no format ${formatName}`);
  return { format, base: baseOf(name, extension, format), places: placesOf(format.buildShape(), isLeftOut) };
}

function baseOf(name: string, extension: string, format: Format) {
  const bytes = readFileSync(new URL(`../../fixtures/dispositions/${name}.${extension}`, import.meta.url));
  const [document] = format.cut(bytes).documents;
  const { tree, findings } = document === undefined ? { findings: [] } : format.read(document);
  if (tree === undefined || findings.length > 0) throw new Error(`${name}: ${JSON.stringify(findings)}`);
  return tree;
}
