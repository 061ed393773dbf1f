import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { readJournal } from '../../src/journal/open/open-journal.ts';
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../src/journal/testkit/postgres-server.ts';
import { listAlarms } from '../../src/operator/alarms/alarm-commands.ts';
import { type SmtpSink, smtpSink } from '../../src/operator/testkit/smtp-sink.ts';
import { alarmsTo, openWith } from '../kit/alarmed.ts';
import { patience } from '../kit/machine.ts';
import { GatewayProcess } from '../kit/process.ts';
import { type Site, until } from '../kit/site.ts';

vi.setConfig({ testTimeout: 240_000 * patience });

/** Who hears of trouble where two gateways share a PostgreSQL: one mail for both. */

let site: Site | undefined;
let sink: SmtpSink;
let server: PostgresServer | undefined;
const running: GatewayProcess[] = [];
afterEach(async () => {
  await Promise.all(running.map((gateway) => gateway.kill()));
  await site?.close();
  await sink?.close();
  await server?.close();
});

it.skipIf(!hasPostgres)('one of them tells what both see, and that the other is gone', async () => {
  sink = await smtpSink();
  server = await startPostgres();
  const url = (await server?.database()) ?? '';
  site = await openWith({});
  const base = parse(readFileSync(site.path('gateway.yaml'), 'utf8'));
  for (const name of ['one', 'two']) {
    const alarms = { ...alarmsTo(sink.port), name };
    const config = { ...base, journal: { postgres: url }, http: {}, alarms };
    mkdirSync(site.path(name), { recursive: true });
    for (const channel of Object.values(config.channels) as { from: { folder: string } }[])
      channel.from.folder = site.path('erp/out/orders');
    writeFileSync(site.path(name, 'gateway.yaml'), stringify(config));
    running.push(await GatewayProcess.start(site.path(name, 'gateway.yaml')));
  }
  site.drop('erp/out/orders', 'bad.xml', '<Order/>');
  const [first] = await until('a mail', () => (sink.mails.length > 0 ? sink.mails : undefined), 120);
  expect(first?.text).toContain('1 document was refused');
  const journal = await readJournal({ sqlite: '', postgres: url });
  const { gateways } = await listAlarms(journal, Date.now());
  await journal.close();
  expect(gateways.map(({ gateway }) => gateway)).toEqual(['one', 'two']);
  await running[0]?.kill();
  const mails = await until(
    'the other to be missed',
    () => (sink.mails.length > 1 ? sink.mails : undefined),
    120,
  );
  expect(mails[1]?.text).toMatch(
    /A gateway is gone\s+What: +The gateway one has given no sign of life since/,
  );
  expect(mails).toHaveLength(2);
});
