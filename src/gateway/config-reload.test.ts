import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Config } from '../config/schema/config-schema.ts';
import { recordingLog } from '../folders/testkit/folder.ts';
import { JournalNotWritten } from '../journal/model/journal-errors.ts';
import { ConfigReload, listRestartKeys } from './config-reload.ts';
import { configIn } from './testkit/config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reload-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what needs a restart', () => {
  const listen = (port: number) => ({ operator: { listen: `127.0.0.1:${port}` } });

  it.each([
    [{ journal: { sqlite: 'other.db' } }, ['journal.sqlite']],
    [{ journal: { postgres: 'postgres://db/x' } }, ['journal.sqlite', 'journal.postgres']],
    [{ http: listen(1) }, ['http.operator.listen']],
    [{ http: { webhook: { listen: '127.0.0.1:1', auth: { bearer: 'x' } } } }, ['http.webhook.listen']],
  ])('%j', (change, keys) =>
    expect(listRestartKeys(configIn(folder), configIn(folder, change))).toEqual(keys),
  );

  it('is another exchange too, and nothing else', () => {
    const before = configIn(folder);
    const { exchange } = before;
    const other = { ...before, exchange: { ...exchange, companyId: '6b1d1f6e-0000-4000-8000-000000000002' } };
    expect(listRestartKeys(before, other)).toEqual(['exchange.baseUrl or exchange.companyId']);
    const keep = { journal: { keep: { bodies: '1d' } }, language: 'nl', log: 'debug' };
    expect(listRestartKeys(before, configIn(folder, keep))).toEqual([]);
  });
});

describe('a reload', () => {
  const settings = (more: object = {}) => ({
    exchange: {
      baseUrl: 'https://exchange.test',
      companyId: '6b1d1f6e-0000-4000-8000-000000000001',
      auth: { email: 'me@erp.test', password: 'x' },
    },
    channels: {
      orders: { from: { folder: 'orders' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
    },
    ...more,
  });
  const path = () => join(folder, 'gateway.yaml');
  const write = (more: object = {}): void => writeFileSync(path(), stringify(settings(more)));

  function world(
    replace: (config: Config) => Promise<void> = async () => undefined,
    findRemovedChannels: () => Promise<readonly []> = async () => [],
  ) {
    const taken: string[] = [];
    const { log, lines } = recordingLog();
    const parts = {
      ...{
        path: path(),
        config: configIn(folder),
        log,
        findRemovedChannels,
        isAccepted: async () => false,
      },
      replace: async (config: Config) => {
        await replace(config);
        taken.push(config.language);
      },
    };
    return { reload: new ConfigReload(parts, { every: 20, longestDrain: 50 }), taken, lines };
  }

  it('takes up what was changed while the gateway began, and nothing when nothing was', async () => {
    write();
    const { reload, taken } = world();
    const running = reload.run();
    expect(await reload.reload()).toEqual({ kind: 'unchanged' });
    write({ language: 'nl' });
    await expect.poll(() => taken).toEqual(['nl']);
    reload.stop();
    await running;
    write({ language: 'en' });
    expect(await reload.reload()).toMatchObject({ kind: 'refused' });
    expect(taken).toEqual(['nl']);
  });

  it('tells one at a time, in the order of the calls', async () => {
    write();
    let under = 0;
    const { reload, taken } = world(async () => {
      under += 1;
      expect(under).toBe(1);
      await new Promise((done) => setImmediate(done));
      under -= 1;
    });
    write({ language: 'nl' });
    const first = reload.reload();
    const second = reload.reload();
    expect([(await first).kind, (await second).kind]).toEqual(['taken', 'unchanged']);
    expect(taken).toEqual(['nl']);
  });

  it('keeps saying why a config is not used, until one is', async () => {
    write();
    let fails = true;
    const { reload, lines } = world(async () => {
      if (fails) throw new Error('exchange.certificateAuthority ca.pem cannot be read.');
    });
    write({ language: 'nl' });
    expect(await reload.reload()).toMatchObject({ kind: 'refused' });
    expect(reload.trouble()?.en).toMatch(
      /^The config as it is now is not used: exchange\.certificateAuthority ca\.pem/,
    );
    fails = false;
    expect(await reload.reload()).toEqual({ kind: 'taken' });
    expect(reload.trouble()).toBeUndefined();
    write({ exchange: { ...settings().exchange, baseUrl: 'https://exchange.example' } });
    await reload.reload();
    expect(reload.trouble()?.nl).toMatch(
      /exchange\.baseUrl: `https:\/\/exchange\.example` is alleen een voorbeeld/,
    );
    writeFileSync(path(), 'channels: {}');
    await reload.reload();
    expect(reload.trouble()?.en).toMatch(/gateway\.yaml:1:1 .*The one from before runs on\.$/);
    write({ language: 'nl' });
    expect(await reload.reload()).toEqual({ kind: 'unchanged' });
    expect(reload.trouble()).toBeUndefined();
    expect(await reload.reload()).toEqual({ kind: 'unchanged' });
    expect(lines.slice(-2)).toMatchObject([
      { level: 'info', code: 'config-mended' },
      { level: 'debug', code: 'config-unchanged' },
    ]);
  });

  it('looks at a missing secret again, and says once that it is missing', async () => {
    const auth = { email: 'me@erp.test', password: `\${file:secret}` };
    const exchange = {
      baseUrl: 'https://exchange.test',
      companyId: '6b1d1f6e-0000-4000-8000-000000000001',
      auth,
    };
    write({ exchange, language: 'nl' });
    const { reload, taken, lines } = world();
    const running = reload.run();
    await expect.poll(() => reload.trouble()?.en).toMatch(/secret/);
    writeFileSync(join(folder, 'secret'), 'x');
    await expect.poll(() => taken).toEqual(['nl']);
    expect(lines.filter(({ code }) => code === 'config-refused')).toHaveLength(1);
    expect(reload.trouble()).toBeUndefined();
    reload.stop();
    await running;
  });

  it('takes up a changed secret by itself, and nothing when the file was only written anew', async () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'first');
    const auth = { email: 'me@erp.test', password: `\${file:secret}` };
    write({ exchange: { ...settings().exchange, auth } });
    const passwords: unknown[] = [];
    const { reload, lines } = world(async ({ exchange }) => void passwords.push(exchange.auth));
    const running = reload.run();
    await expect.poll(() => passwords).toMatchObject([{ password: 'first' }]);
    writeFileSync(secret, 'second\n');
    await expect.poll(() => passwords).toMatchObject([{ password: 'first' }, { password: 'second' }]);
    writeFileSync(secret, 'second');
    await expect.poll(() => lines.filter(({ code }) => code === 'config-unchanged')).not.toHaveLength(0);
    rmSync(secret);
    await expect.poll(() => reload.trouble()?.en).toMatch(/The file secret cannot be read/);
    writeFileSync(secret, 'second');
    await expect.poll(() => reload.trouble()).toBeUndefined();
    expect(passwords).toHaveLength(2);
    reload.stop();
    await running;
  });

  it('asks the journal again what removed channels hold when it could not tell', async () => {
    write({ language: 'nl' });
    let away = true;
    const { reload, taken } = world(undefined, async () => {
      if (away) throw new JournalNotWritten('The database cannot be reached.');
      return [];
    });
    const running = reload.run();
    await expect.poll(() => reload.trouble()?.en).toMatch(/The database cannot be reached/);
    away = false;
    await expect.poll(() => taken).toEqual(['nl']);
    expect(reload.trouble()).toBeUndefined();
    reload.stop();
    await running;
  });

  it('says so when what is under way does not end', async () => {
    write({ language: 'nl' });
    const { promise, resolve } = Promise.withResolvers<void>();
    const { reload } = world(() => promise);
    const taken = reload.reload();
    await expect.poll(() => reload.trouble()?.en).toMatch(/does not end .* or restart the gateway/);
    resolve();
    expect(await taken).toEqual({ kind: 'taken' });
    expect(reload.trouble()).toBeUndefined();
  });
});
