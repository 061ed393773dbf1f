import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../folders/testkit/folder.ts';
import type { Health } from '../operator/health/health.ts';
import { type OperatorState, startOperator } from './operator-server.ts';

const bare: OperatorState = {
  live: () => true,
  readiness: async () => [],
  health: async () => ({ status: 'green', reasons: [] }),
};

async function ask(state: Partial<OperatorState>, path: string) {
  const { log, lines } = recordingLog();
  const whole = { ...bare, ...state };
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
  it('is 200 when the gateway can receive, whatever else is wrong', async () => {
    const checks = [
      { name: 'journal', ok: true, receives: true } as const,
      { name: 'exchange', ok: false, reason: 'the login was refused' },
    ];
    const answer = await ask({ readiness: async () => checks }, '/health/ready');
    expect(answer).toMatchObject({ status: 200, body: { ready: true, checks } });
  });

  it('is 503 with the reason when it cannot', async () => {
    const checks = [{ name: 'journal', ok: false, receives: true, reason: 'no room is left' } as const];
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

describe('/health', () => {
  const reason = {
    code: 'parked',
    about: '',
    since: '2026-03-02T08:00:00.000Z',
    what: { en: 'w', nl: 'x' },
  } as const;

  it.each([
    ['green', 200],
    ['amber', 200],
    ['red', 503],
  ] as const)('is %s with %s and its reasons', async (status, code) => {
    const reasons = status === 'green' ? [] : [{ level: status, ...reason }];
    const answer = await ask({ health: async () => ({ status, reasons }) }, '/health');
    const told = reasons.map((one) => ({
      ...one,
      what: 'w',
      todo: expect.stringContaining('gateway journal list --state parked'),
    }));
    expect(answer).toMatchObject({ status: code, body: { status, reasons: told } });
  });

  it('shows what would act on a terminal, and stays the JSON that it is', async () => {
    const text = `PO\u202e\u009b31m\u001b[2J`;
    const health = async (): Promise<Health> => ({
      status: 'amber',
      reasons: [{ level: 'amber', ...reason, about: text, what: { en: text, nl: text } }],
    });
    const state = { ...bare, health, readiness: async () => [{ name: text, ok: false, reason: text }] };
    const server = await startOperator({ listen: '127.0.0.1:0' }, state, recordingLog().log);
    onTestFinished(() => server.close());
    for (const path of ['/health', '/health/ready']) {
      const answer = await request(server.address + path);
      const raw = await answer.body.text();
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(raw).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      expect(JSON.stringify(JSON.parse(raw))).toContain(JSON.stringify(text));
    }
  });

  it('is red when it cannot be told', async () => {
    const health = async () => {
      throw new Error('broken');
    };
    expect(await ask({ health }, '/health')).toMatchObject({
      status: 503,
      body: { status: 'red', reasons: [{ what: 'broken' }] },
    });
  });
});

it('numbers that cannot be told are a 503', async () => {
  const fail = async () => {
    throw new Error('broken');
  };
  const metrics = { contentType: 'text/plain', page: fail, status: fail };
  const server = await startOperator({ listen: '127.0.0.1:0' }, { ...bare, metrics }, recordingLog().log);
  onTestFinished(() => server.close());
  for (const path of ['/metrics', '/status.json']) {
    const { statusCode, body } = await request(server.address + path);
    await body.dump();
    expect(statusCode, path).toBe(503);
  }
});

describe('anything else', () => {
  it.each(['/', '/healthy', '/metrics'])('%s is 404', async (path) => {
    expect((await ask({}, path)).status).toBe(404);
  });
});
