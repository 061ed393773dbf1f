import { describe, expect, it } from 'vitest';
import type { OpenPart } from '../../tree/open-parts.ts';
import type { FileMapping } from '../file-mapping.ts';
import { delivered } from '../testkit/delivered.ts';
import { load, mapping } from '../testkit/kit.ts';
import { listLeftOpen, listOpenable } from './left-open.ts';

const header = 'from: scsn/Order\nto: scsn/Order\nnamespaces: { o: "urn:scsn-gateway:document" }';
const opening = (rule: string): FileMapping =>
  mapping(
    `target: { $copy: ., "ext:UBLExtensions": { "ext:UBLExtension": { "ext:ExtensionContent": { "o:Document": { "o:open": ${rule} } } } } }`,
    header,
  );
const closing = (parts: readonly OpenPart[]): FileMapping =>
  mapping(`closes: [ ${parts.join(', ')} ]\ntarget: { $copy: . }`, header);

describe('what a mapping may leave open', () => {
  it.each<[string, readonly OpenPart[]]>([
    ['{ $text: status }', ['status']],
    ['[ { $text: lines }, { $when: cbc:Note, $from: "\'values\'" } ]', ['values', 'lines']],
    ['{ $from: "if (cbc:Note) then \'values\' else ()", $else: { $text: status } }', ['status', 'values']],
    ['"cbc:Note[1]"', ['status', 'values', 'lines']],
  ])('%s: %j', (rule, parts) => {
    expect(listOpenable(opening(rule).program)).toEqual(parts);
  });

  it('is nothing for a mapping that writes no such mark, or one of another namespace', () => {
    const other = header.replace('scsn-gateway:document', 'example:erp');
    const target = `target: { $copy: ., "ext:UBLExtensions": { "ext:UBLExtension": { "ext:ExtensionContent": { "o:Document": { "o:open": cbc:ID } } } } }`;
    expect(listOpenable(mapping(target, other).program)).toEqual([]);
    expect(listOpenable(delivered('order-to-exchange').program)).toEqual([]);
  });
});

describe('what a chain leaves open at its end', () => {
  const opens = opening('[ { $text: status }, { $text: values } ]');

  it('is what no mapping behind it closes', () => {
    expect(listLeftOpen([])).toEqual([]);
    expect(listLeftOpen([opens])).toEqual(['status', 'values']);
    expect(listLeftOpen([opens, closing(['values'])])).toEqual(['status']);
    expect(listLeftOpen([closing(['status', 'values']), opens])).toEqual(['status', 'values']);
    expect(listLeftOpen([opens, delivered('order-to-exchange')])).toEqual(['status', 'values']);
  });

  it.each(['complete-order', 'complete-order-response'])('%s closes everything', (name) => {
    expect(listLeftOpen([opening('"cbc:Note[1]"'), delivered(name)])).toEqual([]);
  });
});

it('a part that there is not is told with the nearest name', () => {
  const { findings } = load('closes: [ statuses ]\ntarget: { $copy: . }', header);
  expect(findings).toMatchObject([
    { severity: 'error', message: 'closes: names parts of a document; "statuses" is none.' },
  ]);
  expect(findings[0]?.advice).toContain('status');
});
