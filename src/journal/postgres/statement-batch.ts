import { type Connection, type Submittable, types } from 'pg';
import type { Row } from '../sql/sql-engine.ts';

export interface Statement {
  /** By this name a connection knows it from then on, with its plan. Empty: it is planned each time. */
  readonly name: string;
  /** With `$1`, `$2`, … */
  readonly text: string;
  readonly values: (string | Buffer | null)[];
}

/** As the driver reads them from the connection. */
interface ColumnsMessage {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface RowMessage {
  readonly fields: readonly (string | null)[];
}

/**
 * Statements that go to the server together and are carried out in turn, as one call of the network. The first that fails ends them: those
 * after it are not carried out, a commit neither. Answered are the rows of the last one.
 */
export class StatementBatch implements Submittable {
  readonly rows: Promise<readonly Row[]>;
  /** Called at the end. The driver puts a deadline around it. */
  callback: (error: Error | null) => void;
  readonly #statements: readonly Statement[];
  readonly #known: Set<string>;
  readonly #rows: Row[] = [];
  #columns: readonly Column[] = [];
  #blank: Row = {};
  #done = 0;

  /** `known`: names of the statements that the connection knows; those that it gets to know are added. */
  constructor(statements: readonly Statement[], known: Set<string>) {
    this.#statements = statements;
    this.#known = known;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
    this.rows = promise;
    this.callback = (error) => (error ? reject(error) : resolve(this.#rows));
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    const sent = new Set(this.#known);
    for (const statement of this.#statements) this.#send(connection, statement, sent);
    connection.sync();
    connection.stream.uncork();
  }

  #send(connection: Connection, statement: Statement, sent: Set<string>): void {
    const { name, text, values } = statement;
    if (!sent.has(name)) {
      // where a batch failed, the connection may know it all the same
      if (name !== '') connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
      if (name !== '') sent.add(name);
    }
    connection.bind({ statement: name, values }, true);
    if (statement === this.#statements.at(-1)) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }

  get #isLast(): boolean {
    return this.#done === this.#statements.length - 1;
  }

  handleRowDescription({ fields }: ColumnsMessage): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#blank = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  handleDataRow({ fields }: RowMessage): void {
    if (!this.#isLast) return;
    const row: Record<string, unknown> = { ...this.#blank };
    for (const [n, { name, parse }] of this.#columns.entries()) {
      const text = fields[n];
      if (typeof text === 'string') row[name] = parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    const name = this.#statements[this.#done]?.name;
    if (name) this.#known.add(name);
    this.#done += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }
}

interface Column {
  readonly name: string;
  parse(text: string): unknown;
}

const bigint = 20;

/** Ids, counts and instants are whole numbers below 2^53. */
const parserOf = (type: number): ((text: string) => unknown) =>
  type === bigint ? Number : types.getTypeParser(type, 'text');
