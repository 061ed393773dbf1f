import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../types.ts';
import { configCodes } from '../config-codes.ts';
import { loadConfig, parseConfig } from './load-config.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const environment = { TEST_PASSWORD: 'from-outside', TEST_TOKEN: 'token' };

/** One line a finding, as in the `.findings.txt` beside each fixture. */
function line({ line, column, severity, code, path, message, advice }: Finding): string {
  const text = `${message} ${advice}`.replaceAll(fixtures, '');
  return `${line}:${column} ${severity} ${code} ${path ?? '-'}: ${text}\n`;
}

const names = (await readdir(fixtures)).filter((name) => name.endsWith('.yaml'));

describe('findings of the fixtures', () => {
  it.each(names)('%s', async (name) => {
    const { config, findings } = await loadConfig(join(fixtures, name), environment);
    const expected = join(fixtures, name.replace('.yaml', '.findings.txt'));
    await expect(findings.map(line).join('')).toMatchFileSnapshot(expected);
    expect(config === undefined).toBe(findings.some((finding) => finding.severity === 'error'));
    for (const finding of findings) expect(Object.keys(configCodes)).toContain(finding.code);
    const dutch = await loadConfig(join(fixtures, name), environment, 'nl');
    await expect(dutch.findings.map(line).join('')).toMatchFileSnapshot(
      expected.replace('.findings.txt', '.findings.nl.txt'),
    );
  });
});

describe('a config that was saved on Windows', () => {
  const text =
    "exchange: { baseUrl: 'https://exchange.example', auth: { email: jürgen@example.com, password: '${TEST_PASSWORD}' } }\nchannels:\n  orders:\n    from: { folder: out }\n    document: scsn/Order\n    to: { exchange: sci-connector/order }\n    lane: x\n";
  const crlf = text.replaceAll('\n', '\r\n');

  async function loaded(bytes: Buffer) {
    const folder = await mkdtemp(join(tmpdir(), 'config-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'gateway.yaml'), bytes);
    return (await loadConfig(join(folder, 'gateway.yaml'), environment)).findings;
  }

  it.each([
    ['UTF-8 with its mark, CR and LF', Buffer.from(`\ufeff${crlf}`)],
    ['UTF-16, as PowerShell writes', Buffer.from(`\ufeff${crlf}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(crlf, 'utf16le')],
    ['windows-1252', Buffer.from(crlf, 'latin1')],
  ])('says the same at the same places: %s', async (_, bytes) => {
    const findings = await loaded(bytes);
    expect(findings).toMatchObject([{ code: 'config-unknown-key', line: 7 }]);
    expect(findings).toEqual(await loaded(Buffer.from(text)));
  });

  it('as MS-DOS writes is told with the place of the first letter that is not right', async () => {
    const bytes = Buffer.from(crlf, 'latin1').map((byte) => (byte === 0xfc ? 0x81 : byte));
    expect(await loaded(Buffer.from(bytes))).toMatchObject([
      { code: 'config-yaml', line: 1, column: text.indexOf('ü') + 1, advice: 'Save it as text in UTF-8.' },
    ]);
  });

  it.skipIf(process.platform !== 'win32')('keeps the path of a share as it is written', () => {
    const config = crlf
      .replace('folder: out', "folder: '\\\\files\\erp\\out'")
      .replace('    lane: x\r\n', '');
    const { channels } = parseConfig(config, 'C:\\site\\gateway.yaml', environment).config ?? {};
    expect(channels?.orders?.from).toMatchObject({ folder: '\\\\files\\erp\\out' });
  });

  it.skipIf(process.platform !== 'win32')('tells of two channels on one folder that is spelled twice', () => {
    const two = `${text.replace('    lane: x\n', '')}  more:\n    from: { folder: OUT }\n    document: scsn/Order\n    to: { exchange: sci-connector/order }\n`;
    const { findings } = parseConfig(two, 'C:\\site\\gateway.yaml', environment);
    expect(findings).toMatchObject([{ code: 'config-same-folder' }]);
  });
});

describe('loadConfig', () => {
  it('gives every setting its value, paths from the folder of the file', async () => {
    const { config } = await loadConfig(join(fixtures, 'complete.yaml'), environment);
    expect(config).toEqual({
      alarms: { wait: 30_000, repeat: 14_400_000, waiting: 1_800_000, tasks: 86_400_000, whoToCall: [] },
      exchange: {
        baseUrl: 'https://exchange.example/env',
        companyId: '6a1d2c0e-0000-4000-8000-000000000001',
        auth: { mode: 'basic', email: 'me@example.com', password: 'from-outside' },
        rate: { perSecond: 2.5, parallel: 3 },
        timeout: 10_000,
        profile: 'search',
        paths: {},
        contract: {},
        despatchAdvice: false,
        upload: false,
      },
      journal: { sqlite: join(fixtures, 'data/j.db'), keep: {} },
      http: {
        webhook: {
          listen: '[::1]:8443',
          auth: { basic: { user: 'exchange', password: 'a${b}from-outside' } },
          tls: { cert: join(fixtures, 'tls/cert.pem'), key: resolve('/etc/key.pem') },
        },
        operator: { listen: '127.0.0.1:8080', proxies: [] },
      },
      mappings: join(fixtures, 'my-mappings'),
      language: 'en',
      log: 'debug',
      workbench: 'edit',
      timeZone: 'America/New_York',
      channels: {
        orders: {
          from: {
            folder: join(fixtures, 'erp/out'),
            files: 'PO*.xml',
            byDate: true,
            claim: 'delete',
            recursive: true,
            archive: { keep: 7_776_000_000 },
            reports: join(fixtures, 'reports'),
            work: join(fixtures, 'work'),
            temporary: ['.tmp', '.part', '.filepart', '~'],
            settle: { interval: 1_000, patience: 120_000, giveUp: 3_600_000 },
          },
          document: 'scsn/Order',
          map: ['order-to-exchange'],
          companyId: '6b1d1f6e-0000-4000-8000-000000000002',
          timeZone: 'Europe/Berlin',
          to: { exchange: 'api-connector/order' },
          linesPlacement: 'inside',
          limits: { lines: 5, members: 6 },
          reopens: 'warn',
          notFound: { patience: 86_400_000 },
          severities: { 'currency-several': 'off' },
          lost: { commercial: 'warn', other: 'off' },
          repair: 'off',
          mode: 'live',
          receipts: false,
        },
        responses: {
          as: 'buyer',
          from: { search: { every: 60_000, since: '2026-01-01T00:00:00.000Z' }, webhook: '/events' },
          document: 'scsn/OrderResponse',
          map: ['order-to-order-response'],
          timeZone: 'Europe/Amsterdam',
          notFound: { patience: 3_600_000 },
          to: {
            folder: join(fixtures, '../in'),
            name: '{purchaseOrderNumber}.xml',
            collected: { every: 10_000, beforeNext: false },
          },
          severities: {},
          lost: { commercial: 'warn', other: 'off' },
          documents: {
            place: 'leave',
            name: '{purchaseOrderNumber}-{filename}',
            required: false,
            maxMegabytes: 25,
            hosts: [],
            privateHosts: false,
          },
          firstRun: 'noteOnly',
          mode: 'live',
        },
      },
    });
  });

  it('has safe defaults', async () => {
    const { config } = await loadConfig(join(fixtures, 'smallest.yaml'), environment);
    expect(config).toMatchObject({
      exchange: { auth: { mode: 'token' }, rate: { perSecond: 10, parallel: 1 }, timeout: 30_000 },
      journal: { sqlite: join(fixtures, 'data/journal.db'), keep: {} },
      http: {},
      log: 'info',
      channels: {
        orders: { from: { files: '', settle: { patience: 60_000, giveUp: 900_000 } } },
      },
    });
  });

  it.skipIf(!process.getuid)('refuses a pipe and a device at once, as config and as secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pipe-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of [join(folder, 'pipe'), '/dev/zero']) {
      const { findings } = await loadConfig(path, environment);
      expect(findings).toMatchObject([
        { code: 'config-unreadable', message: expect.stringMatching(/a pipe or a device/) },
      ]);
      const text = `journal: { postgres: "\${file:${path}}" }`;
      const { findings: ofSecret } = parseConfig(text, join(folder, 'gateway.yaml'), environment);
      expect(ofSecret.map(({ code }) => code)).toContain('config-file-missing');
    }
  });

  it('says that a file cannot be read', async () => {
    const { config, findings } = await loadConfig('/nowhere/gateway.yaml');
    expect(config).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'config-unreadable', file: '/nowhere/gateway.yaml' }]);
  });
});

describe('placeholders', () => {
  const base = [
    'exchange:',
    '  baseUrl: https://exchange.example',
    '  auth:',
    '    email: me@example.com',
    '    password: PASSWORD',
    'channels:',
    '  orders: { from: { folder: out }, document: scsn/Order, to: { exchange: sci-connector/order } }',
  ].join('\n');

  async function password(written: string, files: Readonly<Record<string, string | Buffer>> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'config-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const text = base.replace('PASSWORD', () => written);
    const { config, findings } = parseConfig(text, join(folder, 'gateway.yaml'), environment);
    return { value: config?.exchange.auth.password, findings };
  }

  it.each([
    ['a whole value', '"${TEST_TOKEN}"', 'token'],
    ['a part of one', '"<${TEST_TOKEN}|${TEST_TOKEN}>"', '<token|token>'],
    ['without quotes', '${TEST_TOKEN}', 'token'],
    ['escaped', '"$${TEST_TOKEN}"', '${TEST_TOKEN}'],
    ['a dollar alone', '"a$b$"', 'a$b$'],
  ])('are filled in: %s', async (_, written, value) => {
    expect((await password(written)).value).toBe(value);
  });

  it.each([
    ['as it is', 's3 cret', 's3 cret'],
    ['less one line end', 's3cret\n', 's3cret'],
    ['less one Windows line end', 's3cret\r\n', 's3cret'],
    ['with blanks at its end', 's3cret  \n', 's3cret  '],
    ['not looked at again', '${TEST_TOKEN}', '${TEST_TOKEN}'],
    ['as text even when it looks like a number', '0012', '0012'],
  ])('take a file %s', async (_, text, value) => {
    expect((await password('"${file:secret}"', { secret: text })).value).toBe(value);
  });

  it.each([
    ['PowerShell with >', Buffer.from('\ufeffs3cret\r\n', 'utf16le')],
    ['Notepad, UTF-8 with its mark', Buffer.from('\ufeffs3cret\r\n')],
    ['Notepad, ANSI', Buffer.from('s3cret\r\n', 'latin1')],
  ])('take a file that was saved by %s', async (_, bytes) => {
    expect((await password('"${file:secret}"', { secret: bytes })).value).toBe('s3cret');
  });

  it.each([
    ['config-env-missing', '"${MISSING}"'],
    ['config-file-missing', '"${file:none}"'],
    ['config-placeholder', '"${not a name}"'],
    ['config-placeholder', '"${open"'],
  ])('are a finding at their place: %s %s', async (code, written) => {
    const { value, findings } = await password(written);
    expect(value).toBeUndefined();
    expect(findings).toMatchObject([{ code, severity: 'error', line: 5, column: 15, file: 'gateway.yaml' }]);
  });

  it('are asked for where a secret stands in plain text, which is not repeated', async () => {
    const { findings } = await password('S3CRET');
    expect(findings).toMatchObject([{ code: 'config-plain-secret', severity: 'warning' }]);
    expect(JSON.stringify((await password('12345')).findings)).not.toContain('12345');
  });
});

describe('despatch advice to the exchange', () => {
  const config = (exchange: string, map = '') =>
    `exchange: { baseUrl: 'https://a.example', ${exchange} auth: { email: me, password: '\${TEST_PASSWORD}' } }
channels: { d: { from: { folder: in }, document: scsn/DespatchAdvice, ${map} to: { exchange: api-connector/despatch-advice } } }`;
  const codes = (text: string) =>
    parseConfig(text, '/x/gateway.yaml', environment).findings.map(({ code }) => code);

  it('has to be switched on, and needs its mapping', () => {
    expect(codes(config(''))).toEqual(['config-no-map', 'config-switched-off']);
    expect(codes(config('despatchAdvice: true,', 'map: despatch-advice-to-exchange,'))).toEqual([]);
  });
});

describe('shipments', () => {
  const channel = (name: string, document: string, from: string) =>
    `  ${name}: { as: buyer, document: scsn/${document}, map: m, from: { ${from} }, to: { folder: ${name} } }`;
  const codes = (...channels: string[]) =>
    parseConfig(
      `exchange: { baseUrl: 'https://a.example', companyId: 6b1d1f6e-0000-4000-8000-000000000001, auth: { email: me, password: '\${TEST_PASSWORD}' } }
http: { webhook: { listen: '127.0.0.1:1', auth: { bearer: '\${TEST_PASSWORD}' } } }
channels:
${channels.join('\n')}`,
      '/x/gateway.yaml',
      environment,
    ).findings.map(({ code }) => code);

  it('cannot be searched for, and are better told at a path of their own', () => {
    const search = "search: { since: '2026-01-01T00:00:00.000Z' }, webhook: /s";
    expect(codes(channel('s', 'DespatchAdvice', search))).toEqual(['config-no-search']);
    const shared = channel('o', 'OrderResponse', 'webhook: /s');
    expect(codes(shared, channel('s', 'DespatchAdvice', 'webhook: /s'))).toEqual(['config-mixed-path']);
    expect(codes(shared, channel('s', 'DespatchAdvice', 'webhook: /t'))).toEqual([]);
    const filtered = channel(
      'o',
      'OrderResponse',
      "events: [X], search: { since: '2026-01-01T00:00:00.000Z' }",
    );
    expect(codes(filtered)).toEqual(['config-idle-webhook', 'config-idle-events']);
  });
});

describe('text that is not YAML', () => {
  it('is answered with places and advice', () => {
    const { config, findings } = parseConfig('exchange: [1\nchannels: {}\n\tx: 3\n', '/x/gateway.yaml', {});
    expect(config).toBeUndefined();
    expect(findings.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['config-yaml', 2, 1],
      ['config-yaml', 3, 1],
    ]);
    expect(findings[1]?.advice).toContain('blanks');
  });

  it('may not have a value that begins with a star', () => {
    const { config, findings } = parseConfig('log: info\nmappings: *.xml\n', '/x/gateway.yaml', {});
    expect(config).toBeUndefined();
    expect(findings[0]).toMatchObject({ code: 'config-yaml', line: 2, column: 11 });
    expect(findings[0]?.advice).toContain('single quotes');
  });

  it('may not have a name twice', () => {
    const { findings } = parseConfig('log: info\nlog: debug\n', '/x/gateway.yaml', {});
    expect(findings[0]).toMatchObject({
      code: 'config-yaml',
      line: 2,
      advice: expect.stringContaining('once'),
    });
  });
});

describe('any text', () => {
  it('is answered with a config or findings, never with an exception', async () => {
    const base = await readFile(join(fixtures, 'complete.yaml'), 'utf8');
    fc.assert(
      fc.property(fc.nat(base.length), fc.nat(40), fc.string({ maxLength: 12 }), (at, cut, text) => {
        const { config, findings } = parseConfig(
          base.slice(0, at) + text + base.slice(at + cut),
          '/x/gateway.yaml',
          environment,
        );
        expect(config !== undefined || findings.some((finding) => finding.severity === 'error')).toBe(true);
        for (const finding of findings) expect(finding.line).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});
