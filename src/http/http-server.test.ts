import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { event, json, right, start } from './testkit/receiver.ts';

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
describe('the server', () => {
  it('takes a burst of 1,000 events, each on its own connection', async () => {
    const { server, received } = await start();
    const agent = new HttpAgent({ maxSockets: Number.POSITIVE_INFINITY });
    onTestFinished(() => agent.destroy());
    const post = (n: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = httpRequest(
          `${server.address}/events`,
          { method: 'POST', agent, headers: { ...json, authorization: right } },
          (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
        );
        call.on('error', reject).end(JSON.stringify({ eventName: 'x', n }));
      });
    const statuses = await Promise.all(Array.from({ length: 1_000 }, (_, n) => post(n)));
    expect(new Set(statuses)).toEqual(new Set([202]));
    const bodies = received.map((one) => (one.kind === 'event' ? Buffer.from(one.body).toString() : ''));
    expect(new Set(bodies).size).toBe(1_000);
  });

  it('speaks TLS with the given certificate', async () => {
    const [cert, key] = ['loopback.cert.pem', 'loopback.key.pem'].map((name) => join(fixtures, name));
    const { server } = await start(undefined, { tls: { cert: cert ?? '', key: key ?? '' } });
    expect(server.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const dispatcher = new Agent({ connect: { ca: await readFile(cert ?? '', 'utf8') } });
    onTestFinished(() => dispatcher.close());
    const answer = await request(`${server.address}/events`, {
      method: 'POST',
      headers: { ...json, authorization: right },
      body: event,
      dispatcher,
    });
    expect(answer.statusCode).toBe(202);
    await answer.body.dump();
  });

  it('does not start without its certificate', async () => {
    await expect(start(undefined, { tls: { cert: '/none.pem', key: '/none.pem' } })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('does not start on a port that is taken', async () => {
    const { server } = await start();
    const listenOn = server.address.replace('http://', '');
    await expect(start(undefined, { listen: listenOn })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('lets a call under way end when it closes', async () => {
    const stored = Promise.withResolvers<'accepted'>();
    const asked = Promise.withResolvers<void>();
    const { server, call } = await start(async () => {
      asked.resolve();
      return await stored.promise;
    });
    const answer = call('/events', { headers: json, body: event });
    await asked.promise;
    const closed = server.close();
    stored.resolve('accepted');
    expect((await answer).status).toBe(202);
    await closed;
    await expect(call('/events', { headers: json, body: event })).rejects.toThrow();
  });

  it('listens on IPv6', async () => {
    const { server, call } = await start(undefined, { listen: '[::1]:0' });
    expect(server.address).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await call('/events', { headers: json, body: event })).status).toBe(202);
  });

  it('says nothing of what it runs on', async () => {
    const { call } = await start();
    const { headers } = await call('/events', { headers: json, body: event });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});
