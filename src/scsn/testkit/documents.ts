import { readFileSync } from 'node:fs';
import type { Finding, Severity } from '../../types.ts';
import { checkXml } from '../check-xml.ts';
import { loadSchemas } from '../load-schemas.ts';
import type { SchemaSet } from '../schemas/schema-set.ts';

const fixtures = {
  'scsn/Order': 'order.xml',
  'scsn/OrderResponse': 'order-response.xml',
  'scsn/DespatchAdvice': 'despatch-advice.xml',
  'scsn/OrderStatus': 'order-status.xml',
} as const;
type Fixture = keyof typeof fixtures;

/** The text of a valid document of a type. */
export function fixture(document: Fixture): string {
  return readFileSync(new URL(`../fixtures/${fixtures[document]}`, import.meta.url), 'utf8');
}

/** Replaces the first occurrence; throws when there is none, so that a test cannot pass by not changing anything. */
export function change(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`the fixture does not hold ${from}`);
  return changed;
}

let schemas: SchemaSet | undefined;

/** The delivered set, loaded once a process. */
export function delivered(): SchemaSet {
  schemas ??= loadSchemas();
  return schemas;
}

/** The findings of a document in UTF-8 or in bytes. */
export function check(
  content: string | Uint8Array,
  document: Fixture = 'scsn/Order',
  severities: Readonly<Record<string, Severity | 'off'>> = {},
): readonly Finding[] {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return complete(checkXml(bytes, delivered(), { document, severities }).findings);
}

/** Throws for a text with a place holder that got no value. */
function complete(findings: readonly Finding[]): readonly Finding[] {
  const hole = findings.find(({ message, advice }) => /\{\w+\}|undefined/.test(message + advice));
  if (hole !== undefined) throw new Error(`${hole.code}: ${hole.message} ${hole.advice}`);
  return findings;
}

/** The findings of the fixture with one change. */
export function checkChanged(
  from: string | RegExp,
  to: string,
  document: Fixture = 'scsn/Order',
): readonly Finding[] {
  return check(change(fixture(document), from, to), document);
}

/** Code, place and key: what identifies a finding. */
export const brief = (findings: readonly Finding[]) =>
  findings.map(
    ({ code, line, column, key }) => `${code} ${line}:${column}${key === undefined ? '' : ` ${key}`}`,
  );
