import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel, secretNames } from './log.ts';
import { renderLogLine } from './render-log-line.ts';

function recorder(level: LogLevel, pretty = false) {
  const lines: string[] = [];
  const render = pretty ? renderLogLine : undefined;
  const log = createLogger(level, { render, destination: { write: (line) => void lines.push(line) } });
  return { log, lines };
}

function logged(value: object): string {
  const { log, lines } = recorder('info');
  log.info(value, 'it happened');
  return lines.join('');
}

describe('createLogger', () => {
  it('writes one line of JSON an event', () => {
    const line = logged({ order: '4711', at: { line: 3, when: new Date(0) } });
    expect(line.endsWith('}\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      order: '4711',
      at: { line: 3 },
      msg: 'it happened',
    });
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it.each([...secretNames, 'Set-Authorization', 'Refresh-Token', 'refreshToken', 'ACCESS_TOKEN'])(
    'takes out %s at any depth',
    (name) => {
      const line = logged({
        [name]: 'S3CRET',
        a: { [name]: 'S3CRET', b: [{ c: { d: { [name]: 'S3CRET' } } }] },
      });
      expect(line).not.toContain('S3CRET');
      expect(line.match(/\[redacted\]/g)).toHaveLength(3);
    },
  );

  it('keeps of an error its name, code, text, stack and cause, but no attached members', () => {
    const cause = new TypeError('inner');
    const error = Object.assign(new Error('outer', { cause }), { code: 'ERR_X', headers: ['S3CRET'] });
    const line = JSON.parse(logged({ err: error }));
    expect(line.err).toMatchObject({
      type: 'Error',
      code: 'ERR_X',
      message: 'outer',
      cause: { message: 'inner' },
    });
    expect(line.err.stack).toContain('log.test.ts');
    expect(line.err.headers).toBeUndefined();
  });

  it('ends with a value that contains itself', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(logged({ loop })).toContain('[deeper]');
  });

  it('keeps quiet below its level', () => {
    const { log, lines } = recorder('warn');
    log.info('nothing');
    log.warn('something');
    expect(lines).toHaveLength(1);
  });

  it('writes lines for people when asked', () => {
    const { log, lines } = recorder('info', true);
    log.info({ password: 'S3CRET' }, 'started');
    expect(lines.join('')).toMatch(/INFO.*started/);
    expect(lines.join('')).not.toContain('S3CRET');
  });
});

it.each([
  ['a folder that is gone', Object.assign(new Error('It is gone.'), { code: 'folder-unavailable' }), false],
  ['a system error', Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' }), false],
  ['a fault of ours', new TypeError('x is undefined'), true],
  ['a fault with a code of the runtime', Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG' }), true],
])('shows of %s where in the code it happened only where nothing else tells', (_, err, has) => {
  const lines: string[] = [];
  createLogger('info', { destination: { write: (line) => void lines.push(line) } }).warn({ err }, 'x');
  expect(lines[0]?.includes('"stack"')).toBe(has);
});
