import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { hasRights } from '../../test/kit/machine.ts';
import { loadConfig } from '../config/load/load-config.ts';
import { init } from './init-command.ts';
import { runCommandLine } from './testkit/ran.ts';

const now = new Date('2026-03-15T12:34:56Z');

async function site(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'init-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'site');
}

describe('init', () => {
  it('writes a config without findings: search only, nothing old is published', async () => {
    const dir = await site();
    await init(dir, now);
    const { config, findings } = await loadConfig(join(dir, 'gateway.yaml'), {});
    expect(findings).toEqual([]);
    expect(config?.http.webhook).toBeUndefined();
    expect(config?.channels.orders).toMatchObject({ to: { exchange: 'sci-connector/order' } });
    expect(config?.channels.responses).toMatchObject({
      as: 'buyer',
      from: { search: { since: '2026-02-13T00:00:00.000Z' } },
      firstRun: 'noteOnly',
    });
  });

  it('writes for an ERP with tables a config without findings, the format and the mapping that it names', async () => {
    const dir = await site();
    const written = await init(dir, now, 'csv');
    const { config, findings } = await loadConfig(join(dir, 'gateway.yaml'), {});
    expect(findings).toEqual([]);
    expect(config?.channels.orders).toMatchObject({
      from: { files: '*.csv' },
      document: 'my-orders',
      map: ['my-orders-to-order', 'complete-order', 'order-to-exchange'],
    });
    expect(config?.channels.responses).toMatchObject({ document: 'csv-order-response' });
    const files = written.filter(({ isNew: made }) => made).map(({ path }) => path.slice(dir.length + 1));
    expect(files).toEqual(
      expect.arrayContaining(
        ['orders.csv', 'formats/my-orders.yaml', 'my-orders-to-order.yaml'].map((file) =>
          file === 'orders.csv' ? file : join('mappings', file),
        ),
      ),
    );
    const again = await init(dir, now, 'csv');
    expect(again.filter(({ isNew: made }) => made)).toEqual([]);
  });

  it('writes for an ERP with EDIFACT channels of orders and changes on one folder, and a table for partners', async () => {
    const dir = await site();
    const written = await init(dir, now, 'edifact');
    const { config, findings } = await loadConfig(join(dir, 'gateway.yaml'), {});
    expect(findings).toEqual([]);
    const { orders, changes, responses } = config?.channels ?? {};
    expect([orders, changes, responses].map((channel) => channel?.document)).toEqual([
      ...['edifact-d96a-orders', 'edifact-d96a-ordchg', 'edifact-d96a-ordrsp'],
    ]);
    const files = written.filter(({ isNew: made }) => made).map(({ path }) => path.slice(dir.length + 1));
    expect(files).toEqual(expect.arrayContaining(['orders.edi', join('mappings', 'tables', 'partners.csv')]));
  });

  it('writes for an ERP with IDocs channels on one folder, and a control record to fill in', async () => {
    const dir = await site();
    const written = await init(dir, now, 'idoc');
    const { config, findings } = await loadConfig(join(dir, 'gateway.yaml'), {});
    expect(findings).toEqual([]);
    const { orders, changes, responses } = config?.channels ?? {};
    expect([orders, changes, responses].map((channel) => channel?.document)).toEqual([
      ...['idoc-orders', 'idoc-ordchg', 'my-idoc-ordrsp'],
    ]);
    const files = written.filter(({ isNew: made }) => made).map(({ path }) => path.slice(dir.length + 1));
    expect(files).toEqual(
      expect.arrayContaining([
        'orders.xml',
        join('mappings', 'my-response-to-idoc.yaml'),
        join('mappings', 'formats', 'my-idoc-ordrsp.yaml'),
      ]),
    );
  });

  it('makes every folder that the config names', async () => {
    const dir = await site();
    await init(dir, now);
    for (const name of ['erp/out/orders', 'erp/in/responses', 'data', 'mappings', 'secrets'])
      expect((await stat(join(dir, name))).isDirectory(), name).toBe(true);
  });

  it.skipIf(!hasRights)('keeps the password from others', async () => {
    const dir = await site();
    await init(dir, now);
    expect((await stat(join(dir, 'secrets/password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'secrets'))).mode & 0o777).toBe(0o700);
  });

  it('explains the webhook in a form that works once the # are gone', async () => {
    const dir = await site();
    await init(dir, now);
    const path = join(dir, 'gateway.yaml');
    const text = (await readFile(path, 'utf8')).replace(/# (webhook: \/events)/, '$1');
    const lines = text.split('\n');
    const start = lines.indexOf('  # webhook:');
    const opened = lines.map((line, n) => (n >= start && n < start + 5 ? line.replace('# ', '') : line));
    await writeFile(path, opened.join('\n'));
    await writeFile(join(dir, 'secrets/webhook-password'), 'x');
    const { config, findings } = await loadConfig(path, {});
    expect(findings).toEqual([]);
    expect(config?.http.webhook?.tls?.cert).toBe(join(dir, 'tls/fullchain.pem'));
  });

  it('gives editors a schema that the config points to', async () => {
    const dir = await site();
    await init(dir, now);
    const first = (await readFile(join(dir, 'gateway.yaml'), 'utf8')).split('\n')[0];
    expect(first).toBe('# yaml-language-server: $schema=./gateway.schema.json');
    const schema = JSON.parse(await readFile(join(dir, 'gateway.schema.json'), 'utf8'));
    expect(Object.keys(schema.properties)).toContain('channels');
  });

  it('gives editors a schema for own mappings, too', async () => {
    const dir = await site();
    await init(dir, now);
    const schema = JSON.parse(await readFile(join(dir, 'mappings/mapping.schema.json'), 'utf8'));
    expect(Object.keys(schema.$defs)).toContain('cac:LineItem');
  });

  it('never overwrites', async () => {
    const dir = await site();
    await init(dir, now);
    await writeFile(join(dir, 'gateway.yaml'), 'mine');
    await writeFile(join(dir, 'secrets/password'), 'mine too');
    expect((await init(dir, now)).every(({ isNew: made }) => !made)).toBe(true);
    expect(await readFile(join(dir, 'gateway.yaml'), 'utf8')).toBe('mine');
    expect(await readFile(join(dir, 'secrets/password'), 'utf8')).toBe('mine too');
  });
});

describe('gateway.example.yaml', () => {
  const path = fileURLToPath(new URL('../../gateway.example.yaml', import.meta.url));

  it('is a config without findings', async () => {
    const environment = { EXCHANGE_EMAIL: 'me@example.com', EXCHANGE_PASSWORD: 'x', WEBHOOK_PASSWORD: 'y' };
    const { config, findings } = await loadConfig(path, environment);
    expect(findings).toEqual([]);
    expect(Object.keys(config?.channels ?? {}).length).toBeGreaterThan(3);
  });

  it('shows every setting there is', async () => {
    const text = await readFile(path, 'utf8');
    const shown = new Set([...text.matchAll(/([A-Za-z][A-Za-z/-]*):(?=\s|$)/gm)].map((match) => match[1]));
    const names = new Set<string>();
    const collect = (schema: unknown): void => {
      if (schema === null || typeof schema !== 'object') return;
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') for (const name of Object.keys(value)) names.add(name);
        collect(value);
      }
    };
    const { configJsonSchema } = await import('../config/schema/config-json-schema.ts');
    collect(configJsonSchema());
    expect([...names].filter((name) => !shown.has(name))).toEqual([]);
    expect(parse(text)).toBeTypeOf('object');
  });
});

describe('the command', () => {
  it('says what it made and what comes next', async () => {
    const dir = await site();
    const { code, out } = await runCommandLine(tmpdir(), 'init', dir);
    expect(code).toBe(0);
    expect(out).toContain(`made  ${join(dir, 'gateway.yaml')}`);
    expect(out).toMatch(/gateway (-- )?check --config .*gateway\.yaml/);
  });
});
