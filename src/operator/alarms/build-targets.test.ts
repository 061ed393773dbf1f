import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { renderTestMessage } from '../../wording/alarms/render-alarm-message.ts';
import { type SmtpSink, silentServer, smtpSink } from '../testkit/smtp-sink.ts';
import { buildMailTarget } from './mail-target.ts';
import { buildWebhookTarget } from './webhook-target.ts';

const notice = renderTestMessage({
  gateway: 'erp-1',
  language: 'nl',
  now: Date.parse('2026-03-02T08:00:00Z'),
});

const tls = (name: string): string =>
  fileURLToPath(new URL(`../../exchange/testkit/tls/${name}.pem`, import.meta.url));
const certificate = { cert: readFileSync(tls('cert')), key: readFileSync(tls('key')) };

let open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  open = [];
});

async function opened(sink: Promise<SmtpSink>): Promise<SmtpSink> {
  const one = await sink;
  open.push(one);
  return one;
}

const patient = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };
const hasty = { ...patient, greetingTimeout: 300 };

const mailTo = (
  port: number,
  smtp: object = {},
  to: readonly string[] = ['ops@erp.test'],
  timeouts = patient,
) =>
  buildMailTarget(
    {
      smtp: { host: '127.0.0.1', port, tls: 'none', ...smtp },
      from: 'gateway@erp.test',
      to: [...to],
    },
    timeouts,
  );

describe('a mail', () => {
  it('arrives, in plain text, and asks no machine for an answer', async () => {
    const sink = await opened(smtpSink());
    expect(await mailTo(sink.port).send(notice)).toBeUndefined();
    expect(sink.mails).toMatchObject([{ to: ['ops@erp.test'], user: '' }]);
    const [{ text: mail } = { text: '' }] = sink.mails;
    expect(mail).toMatch(/^From: gateway@erp\.test/m);
    expect(mail).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(mail).toContain('Dit is een test. Alarmen van deze gateway komen hier aan.');
  });

  it('goes with login and TLS, where the certificate is of an authority that is known', async () => {
    const sink = await opened(smtpSink({ ...certificate, disabledCommands: [] }));
    const login = { tls: 'starttls', user: 'gateway', password: 'secret' };
    const host = 'localhost';
    await mailTo(sink.port, { ...login, host, certificateAuthority: tls('cert') }).send(notice);
    expect(sink.mails).toMatchObject([{ user: 'gateway' }]);
  });

  it('is not sent where the certificate is of nobody known, nor in the clear where TLS is asked for', async () => {
    const secured = await opened(smtpSink({ ...certificate, disabledCommands: [] }));
    const plain = await opened(smtpSink());
    for (const { port } of [secured, plain])
      await expect(mailTo(port, { host: 'localhost', tls: 'starttls' }).send(notice)).rejects.toThrow(
        /^The mail server localhost:\d+ did not take the mail: .*(certificate|STARTTLS)/,
      );
    expect([...secured.mails, ...plain.mails]).toEqual([]);
  });

  it('is not sent by a server that refuses, says "later", hangs, or is not there', async () => {
    const later = Object.assign(new Error('greylisted, try again later'), { responseCode: 451 });
    const greylisting = await opened(smtpSink({ onRcptTo: (_address, _session, done) => done(later) }));
    const login = Object.assign(new Error('wrong password'), { responseCode: 535 });
    const refusing = await opened(smtpSink({ onAuth: (_auth, _session, done) => done(login) }));
    const hanging = await opened(silentServer());
    const gone = await smtpSink();
    await gone.close();
    const sent = (port: number, smtp: object = {}) => mailTo(port, smtp).send(notice).then(String, String);
    expect(await sent(greylisting.port)).toMatch(/greylisted, try again later/);
    expect(await sent(refusing.port, { user: 'gateway', password: 'x' })).toMatch(/wrong password/);
    await expect(
      mailTo(refusing.port, { user: 'gateway', password: 'x' }).send(notice),
    ).rejects.toMatchObject({
      words: {
        nl: expect.stringMatching(/^De mailserver \S+ heeft de mail niet aangenomen: “.*wrong password.*”$/),
      },
    });
    const hangs = mailTo(hanging.port, {}, ['ops@erp.test'], hasty).send(notice);
    await expect(hangs).rejects.toThrow(/[Gg]reeting/);
    expect(await sent(gone.port)).toMatch(/ECONNREFUSED/);
  });

  it('tells nobody the password that the server says back', async () => {
    const said = Object.assign(new Error('wrong: hunter2! (AGdhdGV3YXkAaHVudGVyMiE=)'), {
      responseCode: 535,
    });
    const { port } = await opened(smtpSink({ onAuth: (_auth, _session, done) => done(said) }));
    const sent = mailTo(port, { user: 'gateway', password: 'hunter2!' }).send(notice);
    const error = await sent.catch((refused: unknown) => refused);
    expect(inspect(error)).toContain('535 wrong: [redacted] (AGdhdGV3YXkA[redacted]');
    expect(inspect(error)).not.toMatch(/hunter2|aHVudGVy/);
  });

  it('reaches those whom the server takes, and names those whom it refuses', async () => {
    const unknown = Object.assign(new Error('no such user'), { responseCode: 550 });
    const sink = await opened(
      smtpSink({
        onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? unknown : null),
      }),
    );
    const target = mailTo(sink.port, {}, ['ops@erp.test', 'gone@erp.test']);
    const refused = await target.send(notice);
    expect(refused?.words.en).toMatch(/^The mail server .* refuses gone@erp\.test\.$/);
    expect(refused?.words.nl).toMatch(/^De mailserver .* weigert gone@erp\.test\.$/);
    expect(sink.mails).toMatchObject([{ to: ['ops@erp.test'] }]);
  });
});

describe('a webhook', () => {
  async function receiver(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({
      close: async () => {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      },
    });
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook?team=ops`;
  }

  it('is a POST of JSON, with its token', async () => {
    const calls: { url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
    const url = await receiver(async (request, response) => {
      calls.push({ url: request.url, headers: request.headers, body: JSON.parse(await text(request)) });
      response.end();
    });
    await buildWebhookTarget({ url, bearer: 'token-1' }).send(notice);
    expect(calls).toMatchObject([
      {
        url: '/hook?team=ops',
        headers: { 'content-type': 'application/json', authorization: 'Bearer token-1' },
        body: { version: 1, status: 'test', gateway: 'erp-1', at: '2026-03-02T08:00:00.000Z', alarms: [] },
      },
    ]);
  });

  it('has not arrived where the answer is no 2xx, or where nobody listens', async () => {
    const url = await receiver((_request, response) => {
      response.statusCode = 302;
      response.end();
    });
    await expect(buildWebhookTarget({ url }).send(notice)).rejects.toThrow(
      /^127\.0\.0\.1:\d+ did not take the alarm: it answers 302$/,
    );
    await expect(buildWebhookTarget({ url }).send(notice)).rejects.toMatchObject({
      words: { nl: expect.stringMatching(/^\S+ heeft het alarm niet aangenomen: het antwoord is 302$/) },
    });
    await open.pop()?.close();
    await expect(buildWebhookTarget({ url }).send(notice)).rejects.toMatchObject({
      words: { nl: expect.stringMatching(/^\S+ heeft het alarm niet aangenomen: “.*ECONNREFUSED.*”$/) },
    });
  });

  it('reads the file of its authority each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authority-'));
    const file = join(folder, 'authority.pem');
    const target = buildWebhookTarget({ url: 'https://127.0.0.1:1/', certificateAuthority: file });
    await expect(target.send(notice)).rejects.toThrow(/ENOENT/);
    writeFileSync(file, certificate.cert);
    await expect(target.send(notice)).rejects.toThrow(/ECONNREFUSED/);
    rmSync(folder, { recursive: true });
  });
});
