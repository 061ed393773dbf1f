import { connect, type Socket } from 'node:net';
import type { SFTPWrapper } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import type { Log } from '../../system/log.ts';
import { SecretRedactor } from '../../text/secret-redactor.ts';
import { rejectAfter, waitAtMost } from '../../time/deadline.ts';
import { Slots } from '../slots.ts';
import { SftpError, toSftpError } from './sftp-error.ts';
import { explainLogin, hostKeyFingerprintOf, loginOptions, type SftpEndpoint } from './sftp-login.ts';

/** More calls at once than this gain nothing, and old servers drop the connection. */
const callsAtOnce = 8;

/** Milliseconds until a failed login is tried again, doubled each time. A refused one could lock the account. */
const pauses = { first: 1_000, firstRefused: 15_000, longest: 60_000, longestRefused: 600_000 };

interface Connection {
  readonly client: SftpClient;
  readonly socket: Socket;
  readonly sftp: SFTPWrapper;
  /** Rejects what is under way, and is gone. */
  readonly lose: (error: Error) => void;
  readonly lost: Promise<never>;
}

/** Of an open file or folder. Good on the connection that gave it: on another one the same bytes may mean another file. */
export interface Handle {
  readonly bytes: Buffer;
  /** Number of the connection. */
  readonly connection: number;
}

/** One call: gives its callback to ssh2. */
export type SftpCall<T> = (sftp: SFTPWrapper, done: (error: unknown, value: T) => void) => void;

/**
 * One connection to one endpoint, made when it is needed and made anew when it is lost; at most 8 calls at once, each
 * under a deadline. A call whose deadline passes takes the connection with it, so that nothing is carried out later.
 */
export class SftpSession {
  readonly endpoint: SftpEndpoint;
  readonly #log: Log;
  readonly #secrets: SecretRedactor;
  #connecting: Promise<Connection> | undefined;
  #failures = 0;
  #notBefore = 0;
  #lastError: unknown;
  readonly #slots = new Slots(callsAtOnce);
  #closed = false;
  /** Which connection is the present one. */
  #present = 0;

  constructor(endpoint: SftpEndpoint, log: Log) {
    this.endpoint = endpoint;
    this.#log = log;
    this.#secrets = new SecretRedactor(endpoint.password ?? '', endpoint.passphrase ?? '');
  }

  /** `what` names the call in errors; `on`: the handle that it uses. Rejects with an SftpError. */
  async call<T>(what: string, run: SftpCall<T>, on?: Handle): Promise<T> {
    return await this.#slots.run(async () => {
      if (on !== undefined) this.#assertPresent(on, what);
      return await this.#underDeadline(await this.#connection(), what, run);
    });
  }

  /** A call that gives a handle. */
  async open(what: string, run: SftpCall<Buffer>): Promise<Handle> {
    return await this.#slots.run(async () => {
      const connection = await this.#connection();
      const present = this.#present;
      return { bytes: await this.#underDeadline(connection, what, run), connection: present };
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connecting = this.#connecting;
    this.#connecting = undefined;
    if (connecting === undefined) return;
    const connection = await connecting.catch(() => undefined);
    if (connection === undefined) return;
    await closeClient(connection.client);
    connection.lose(new SftpError('ECONNABORTED', 'the gateway stops'));
  }

  #assertPresent({ connection }: Handle, what: string): void {
    if (connection !== this.#present || this.#connecting === undefined)
      throw new SftpError('ECONNRESET', `${what}: its connection to ${this.#address()} was lost`);
  }

  async #underDeadline<T>(connection: Connection, what: string, run: SftpCall<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => {
      const text = `${this.#address()} did not answer within ${this.endpoint.timeout} ms (${what})`;
      connection.lose(new SftpError('ETIMEDOUT', text));
    }, this.endpoint.timeout);
    try {
      run(connection.sftp, (error, value) =>
        error ? reject(toSftpError(error, what, this.#secrets)) : resolve(value),
      );
      return await Promise.race([promise, connection.lost]);
    } catch (error) {
      throw toSftpError(error, what, this.#secrets);
    } finally {
      clearTimeout(timer);
    }
  }

  async #connection(): Promise<Connection> {
    if (this.#closed) throw new SftpError('ECONNABORTED', 'the gateway stops');
    if (this.#connecting === undefined) {
      if (performance.now() < this.#notBefore) throw this.#lastError;
      // at once: until then what is left of the one before counts as the present one
      this.#present += 1;
      this.#connecting = this.#login(this.#present);
    }
    return await this.#connecting;
  }

  async #login(mine: number): Promise<Connection> {
    try {
      const connection = await this.#connect(mine);
      this.#failures = 0;
      return connection;
    } catch (error) {
      if (this.#present === mine) this.#connecting = undefined;
      this.#backOff(error);
      throw this.#lastError;
    }
  }

  #backOff(error: unknown): void {
    const known = error instanceof SftpError ? error : this.#explained(error);
    const refused = known.code === 'EAUTH' || known.code === 'EHOSTKEY';
    const first = refused ? pauses.firstRefused : pauses.first;
    const longest = refused ? pauses.longestRefused : pauses.longest;
    this.#notBefore = performance.now() + Math.min(longest, first * 2 ** this.#failures);
    this.#failures += 1;
    this.#lastError = known;
  }

  async #connect(mine: number): Promise<Connection> {
    const { default: Client } = await import('ssh2-sftp-client');
    const { promise: lost, reject } = Promise.withResolvers<never>();
    lost.catch(() => undefined);
    let wrongKey: SftpError | undefined;
    const lose = (error: Error): void => {
      if (this.#present === mine) this.#connecting = undefined;
      reject(error);
      socket.destroy();
    };
    const gone = () => lose(new SftpError('ECONNRESET', `the connection to ${this.#address()} was closed`));
    const callbacks = { error: (error: unknown) => lose(this.#explained(error)), end: gone, close: gone };
    const socket = connect({ host: this.endpoint.host, port: this.endpoint.port, noDelay: true });
    const client = new Client('scsn-gateway', callbacks);
    const verify = (key: Buffer): boolean => {
      wrongKey = this.#wrongKey(key);
      return wrongKey === undefined;
    };
    try {
      const sftp = await this.#inTime(
        client.connect({ ...loginOptions(this.endpoint), sock: socket, hostVerifier: verify }),
      );
      return { client, socket, sftp, lose, lost };
    } catch (error) {
      socket.destroy();
      throw wrongKey ?? error;
    }
  }

  /** The library's own deadline ends with the handshake: a login that hangs needs another. */
  async #inTime<T>(running: Promise<T>): Promise<T> {
    const text = `${this.#address()} did not finish the login within ${this.endpoint.timeout} ms`;
    running.catch(() => undefined);
    return await rejectAfter(this.endpoint.timeout, running, () => new SftpError('ETIMEDOUT', text));
  }

  #wrongKey(key: Buffer): SftpError | undefined {
    const shown = hostKeyFingerprintOf(key);
    if (shown === this.endpoint.hostKey) return undefined;
    const text = `${this.#address()} shows the host key ${shown}, the config expects ${this.endpoint.hostKey}. Ask its administrator whether the key was changed; if so, put the new one into hostKey.`;
    this.#log.error({ code: 'sftp-host-key', host: this.endpoint.host, shown }, text);
    return new SftpError('EHOSTKEY', text);
  }

  #explained(error: unknown): SftpError {
    return explainLogin(this.#address(), error, this.#secrets);
  }

  #address(): string {
    return `${this.endpoint.host}:${this.endpoint.port}`;
  }
}

/** Ends a connection politely; when that fails or takes long, its socket is closed anyway. */
async function closeClient(client: SftpClient): Promise<void> {
  const ended: Promise<unknown> = client.end().catch(() => undefined);
  await waitAtMost(1_000, ended);
}
