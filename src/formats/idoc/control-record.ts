import type { FieldNode, GroupNode } from '../describe/description-nodes.ts';
import { parseValueType } from '../text/value-type.ts';

/** The control record of port version 3: lengths of its fields in their order, 524 characters in all. */
const lengths =
  'TABNAM 10 MANDT 3 DOCNUM 16 DOCREL 4 STATUS 2 DIRECT 1 OUTMOD 1 EXPRSS 1 TEST 1 IDOCTYP 30 CIMTYP 30 MESTYP 30 MESCOD 3 MESFCT 3 ' +
  'STD 1 STDVRS 6 STDMES 6 SNDPOR 10 SNDPRT 2 SNDPFC 2 SNDPRN 10 SNDSAD 21 SNDLAD 70 RCVPOR 10 RCVPRT 2 RCVPFC 2 RCVPRN 10 RCVSAD 21 ' +
  'RCVLAD 70 CREDAT 8 CRETIM 6 REFINT 14 REFGRP 14 REFMES 14 ARCKEY 70 SERIAL 20';

const types: Readonly<Partial<Record<string, string>>> = { CREDAT: 'date yyyyMMdd', CRETIM: 'time HHmmss' };

function buildFields(): readonly FieldNode[] {
  const words = lengths.split(' ');
  let first = 0;
  return words.flatMap((name, n) => {
    if (n % 2 === 1) return [];
    const length = Number(words[n + 1]);
    const at = { by: 'place', name, first, length } as const;
    first += length;
    const type = parseValueType(types[name] ?? 'identifier') ?? { kind: 'identifier' as const };
    const empty = type.kind === 'date' ? ['0'.repeat(length)] : [];
    return [{ kind: 'field', name, required: false, at, type, empty, maxLength: length } as const];
  });
}

/** The first segment of every IDoc. */
export const controlRecord: GroupNode = {
  kind: 'group',
  name: 'EDI_DC40',
  required: true,
  max: 1,
  record: 'EDI_DC40',
  members: buildFields(),
};

export const findControlField = (name: string): FieldNode | undefined =>
  controlRecord.members.find((one): one is FieldNode => one.kind === 'field' && one.name === name);

/** The name that trees and mappings use: `E2EDK01005` (with its version) and `E1EDK01` are `E1EDK01`. */
export function canonicalNameOf(written: string, isKnown: (name: string) => boolean): string {
  const name = written.replace(/^([EZY])2/, '$11');
  if (isKnown(name)) return name;
  const [, stem = name] = /^(.+)\d{3}$/.exec(name) ?? [];
  return isKnown(stem) ? stem : name;
}
