import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly user: string;
  /** Headers and body, quoted-printable undone. */
  readonly text: string;
}

/** A mail server on loopback that keeps what it gets. */
export interface SmtpSink {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}

export async function smtpSink(options: SMTPServerOptions = {}, port = 0): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData: (stream, { envelope, user }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      text(stream).then((raw) => {
        mails.push({ to, user: String(user ?? ''), text: decoded(raw) });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: portOf(server.server),
    mails,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Takes connections and says nothing. */
export async function silentServer(): Promise<SmtpSink> {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.close();
    await once(server, 'close');
  };
  return { port: portOf(server), mails: [], close };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function decoded(raw: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return raw;
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
  return bytes;
}
