/**
 * Writes the XSDs in `xsd/` from `ubl.facts`: `npm run schemas`. Written by hand beside them: `extensions.xsd` (what UBL
 * leaves to its users) and `OrderStatus.xsd` (SCSN's own document).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Aggregate, type Child, type DataType, type Facts, readFacts } from './facts.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';
const namespaces = {
  udt: `${ubl}UnqualifiedDataTypes-2`,
  cbc: `${ubl}CommonBasicComponents-2`,
  cac: `${ubl}CommonAggregateComponents-2`,
  ext: `${ubl}CommonExtensionComponents-2`,
};
const files = { udt: 'types.xsd', cbc: 'basics.xsd', cac: 'aggregates.xsd', ext: 'extensions.xsd' };
type Prefix = keyof typeof namespaces;

/** File name (inside `xsd/`) -> text of each generated schema. */
export function generate(facts: Facts): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  made.set(files.udt, schema(namespaces.udt, [], facts.types.map(typeOf)));
  made.set(files.cbc, schema(namespaces.cbc, ['udt'], facts.basics.flatMap(basic)));
  made.set(files.cac, schema(namespaces.cac, ['cac', 'cbc'], facts.aggregates.flatMap(aggregate)));
  for (const root of facts.roots) {
    const body = [
      `  <xsd:element name="${root.name}" type="${root.name}Type"/>`,
      sequence(`${root.name}Type`, root.children),
    ];
    made.set(`${root.name}.xsd`, schema(root.namespace, ['cac', 'cbc', 'ext'], body));
  }
  return made;
}

function schema(target: string, uses: readonly Prefix[], body: readonly string[]): string {
  const declared = uses.map((prefix) => `\n    xmlns:${prefix}="${namespaces[prefix]}"`).join('');
  const others = uses.filter((prefix) => namespaces[prefix] !== target);
  const imports = others.map(
    (prefix) => `  <xsd:import namespace="${namespaces[prefix]}" schemaLocation="${files[prefix]}"/>`,
  );
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Generated from ubl.facts by generate.ts; change the facts, not this file. -->',
    `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"\n    xmlns="${target}"${declared}`,
    `    targetNamespace="${target}"\n    elementFormDefault="qualified" attributeFormDefault="unqualified">`,
    ...imports,
    ...body,
    '</xsd:schema>',
  ].join('\n')}\n`;
}

function typeOf(type: DataType): string {
  const attributes = type.attributes.map(
    ({ name, type, required }) =>
      `        <xsd:attribute name="${name}" type="xsd:${type}"${required ? ' use="required"' : ''}/>`,
  );
  return simpleContent(type.name, `xsd:${type.base}`, attributes);
}

function basic({ name, type }: { name: string; type: string }): string[] {
  return [
    `  <xsd:element name="${name}" type="${name}Type"/>`,
    simpleContent(`${name}Type`, `udt:${type}`, []),
  ];
}

function simpleContent(name: string, base: string, attributes: readonly string[]): string {
  const extension =
    attributes.length === 0
      ? [`      <xsd:extension base="${base}"/>`]
      : [`      <xsd:extension base="${base}">`, ...attributes, '      </xsd:extension>'];
  return [
    `  <xsd:complexType name="${name}">`,
    '    <xsd:simpleContent>',
    ...extension,
    '    </xsd:simpleContent>',
    '  </xsd:complexType>',
  ].join('\n');
}

function aggregate({ type, elements, children }: Aggregate): string[] {
  const declared = elements.map((name) => `  <xsd:element name="${name}" type="${type}"/>`);
  return [...declared, sequence(type, children)];
}

function sequence(type: string, children: readonly Child[]): string {
  return complexType(type, children.map(particle));
}

function particle({ name, min, max }: Child): string {
  const from = min === 0 ? ' minOccurs="0"' : '';
  const to = max === 'unbounded' ? ' maxOccurs="unbounded"' : '';
  return `      <xsd:element ref="${name}"${from}${to}/>`;
}

function complexType(type: string, particles: readonly string[]): string {
  return [
    `  <xsd:complexType name="${type}">`,
    '    <xsd:sequence>',
    ...particles,
    '    </xsd:sequence>',
    '  </xsd:complexType>',
  ].join('\n');
}

if (import.meta.main) {
  const text = readFileSync(new URL('./ubl.facts', import.meta.url), 'utf8');
  for (const [name, xsd] of generate(readFacts(text))) {
    writeFileSync(new URL(`./xsd/${name}`, import.meta.url), xsd);
  }
}
