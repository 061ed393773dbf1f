import type { EdifactDescription } from './description.ts';
import type { Directory } from './guide/directory.ts';
import type { StructureMember } from './guide/message-structure.ts';

/** An EDIFACT format, read and found right: what its reader and writer work with. */
export interface EdifactLayout {
  readonly description: EdifactDescription;
  readonly directory: Directory;
  readonly members: readonly StructureMember[];
  /** As UNH says it; the association code only where the guide asks for one. */
  readonly message: MessageName;
}

export interface MessageName {
  /** `ORDERS`: the name of the root element too. */
  readonly type: string;
  readonly version: string;
  readonly release: string;
  readonly association?: string;
}

/** `ORDERS:D:96A`, with agency and association behind it where they matter. */
export function parseMessageName(written: string): MessageName | undefined {
  const [type = '', version = '', release = '', , association = ''] = written.split(':');
  if (!/^[A-Z]{6}$/.test(type) || version === '' || release === '') return undefined;
  return { type, version, release, ...(association === '' ? {} : { association }) };
}
