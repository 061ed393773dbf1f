import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../folders/testkit/folder.ts';
import { type OperatorState, startOperator } from './operator.ts';

async function ask(state: Partial<OperatorState>, path: string) {
  const { log, lines } = recordingLog();
  const whole = { live: () => true, readiness: async () => [], ...state };
  const server = await startOperator({ listen: '127.0.0.1:0' }, whole, log);
  onTestFinished(() => server.close());
  const answer = await request(server.address + path);
  return { status: answer.statusCode, body: await answer.body.json(), lines };
}

describe('/health/live', () => {
  it('is 200 while the process can work', async () => {
    expect(await ask({}, '/health/live')).toMatchObject({ status: 200, body: { live: true } });
  });

  it('is 503 when it cannot', async () => {
    expect(await ask({ live: () => false }, '/health/live')).toMatchObject({
      status: 503,
      body: { live: false },
    });
  });
});

describe('/health/ready', () => {
  it('is 200 when everything is', async () => {
    const checks = [{ name: 'journal', ok: true }];
    const answer = await ask({ readiness: async () => checks }, '/health/ready');
    expect(answer).toMatchObject({ status: 200, body: { ready: true, checks } });
  });

  it('is 503 with the reasons when something is not', async () => {
    const checks = [
      { name: 'journal', ok: true },
      { name: 'exchange', ok: false, reason: 'the login was refused' },
    ];
    const answer = await ask({ readiness: async () => checks }, '/health/ready');
    expect(answer).toMatchObject({ status: 503, body: { ready: false, checks } });
  });

  it('is 503 when it cannot be told', async () => {
    const readiness = async () => {
      throw new Error('the journal is gone');
    };
    const answer = await ask({ readiness }, '/health/ready');
    expect(answer).toMatchObject({
      status: 503,
      body: { checks: [{ ok: false, reason: 'the journal is gone' }] },
    });
    expect(answer.lines).toMatchObject([{ level: 'error', code: 'readiness-unknown' }]);
  });
});

describe('anything else', () => {
  it.each(['/', '/health', '/metrics'])('%s is 404', async (path) => {
    expect((await ask({}, path)).status).toBe(404);
  });
});
