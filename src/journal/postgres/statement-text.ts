import type { Query } from '../sql/sql-engine.ts';
import type { Statement } from './statement-batch.ts';

/** As the server is sent it. `isNamed`: its connection keeps it by a name, with its plan. */
export const buildStatement = ({ sql, values }: Query, isNamed: boolean): Statement => ({
  ...(isNamed ? nameStatement(sql) : { name: '', text: numberPlaceholders(sql) }),
  values: values.map(encodeValue),
});

type NamedText = Omit<Statement, 'values'>;

const namedStatements = new Map<string, NamedText>();

/** Texts that say how many ids they are about come in many shapes: no connection has to know them all. */
const mostNamed = 200;

/** Planning takes longer than carrying out. */
function nameStatement(sql: string): NamedText {
  const known = namedStatements.get(sql);
  if (known !== undefined) return known;
  const text = numberPlaceholders(sql);
  if (namedStatements.size === mostNamed) return { name: '', text };
  const statement = { name: `s${namedStatements.size}`, text };
  namedStatements.set(sql, statement);
  return statement;
}

/** `?` as `$1`, `$2`, … */
function numberPlaceholders(sql: string): string {
  let n = 0;
  return sql.replace(/\?/g, () => {
    n += 1;
    return `$${n}`;
  });
}

/** PostgreSQL has no zero character in texts. */
function encodeValue(value: Query['values'][number]): string | Buffer | null {
  if (value === null) return null;
  if (typeof value === 'number') return `${value}`;
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : Buffer.from(value);
}
