import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { orderXml } from './kit/documents.ts';
import { patience } from './kit/machine.ts';
import { freePort } from './kit/port.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 150_000 * patience });

/** A gateway that cannot start: it says why, and nothing of it goes on working. */

let site: Site;
afterEach(() => site?.close());

it.each(['operator', 'webhook'])(
  'whose port for the %s is taken leaves everything to the next one',
  async (which) => {
    site = await Site.open();
    const port = await freePort();
    site.editConfig((config) => {
      config.http[which].listen = `127.0.0.1:${port}`;
    });
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await expect(site.start('none')).rejects.toThrow(/EADDRINUSE/);

    site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-1' }));
    // several times as long as a gateway needs to take a file
    await setTimeout(500);
    expect(site.files('erp/out/orders')).toEqual(['a.xml']);
    expect(
      site.log.filter((line) => line.includes('"level":"error"') || line.includes('"level":50')),
    ).toEqual([]);
    other.close();
    await site.start('none');
    expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
  },
);

it('says in the words of `gateway check` why it cannot start', async () => {
  site = await Site.open();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const listen = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  site.editConfig((config) => {
    config.http.operator.listen = listen;
  });
  const words = `Another program listens on ${listen} already`;
  const started = GatewayProcess.spawn(site.path('gateway.yaml'));
  await started.gone(60);
  expect(started.log).toContain(`The gateway cannot start. port of http.operator: ${words}`);
  expect(started.log).not.toContain('EADDRINUSE');
  const checked = await runCommandLine(site.folder, 'check');
  expect(checked.out).toContain(`WRONG port of http.operator: ${words}`);
  other.close();
});

it('does not start with what `gateway init` wrote', async () => {
  site = await Site.open();
  site.editConfig((config) => {
    config.exchange.companyId = '00000000-0000-0000-0000-000000000000';
  });
  const started = GatewayProcess.spawn(site.path('gateway.yaml'));
  await started.gone(60);
  expect(started.log).toContain('The gateway cannot start. exchange.companyId: ');
  expect(existsSync(site.path('data/journal.db'))).toBe(false);
});
