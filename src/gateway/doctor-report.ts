import { readFileSync } from 'node:fs';
import { availableParallelism, freemem, hostname, loadavg, release, totalmem, uptime } from 'node:os';
import { request } from 'undici';
import { loadConfig } from '../config/load/load-config.ts';
import { redactConfig } from '../config/redact-config.ts';
import type { Config } from '../config/schema/config-schema.ts';
import { renderWithKey } from '../findings/render-findings.ts';
import { readJournal } from '../journal/open/open-journal.ts';
import { readAccount } from '../system/account.ts';
import { parseListenAddress } from '../system/network-address.ts';
import { reasonOf } from '../text/reason-of.ts';
import { decodeSavedText } from '../text/text-file.ts';
import { waitAtMost } from '../time/deadline.ts';
import { version } from '../version.ts';
import { allChecks, runChecks } from './checks/all-checks.ts';
import { checkMappings } from './checks/check-mappings.ts';
import { renderCheckResult } from './checks/check-result.ts';

/** What somebody who helps asks first, as chapters of one text. No document and no secret is in it. */

export interface DoctorChapter {
  readonly title: string;
  readonly text: string;
}

/** Milliseconds that a running gateway is waited for. */
const longestAnswer = 5_000;
/** Milliseconds for one chapter: a share that hangs must not keep the others away. */
const longestChapter = 60_000;

type RenderChapter = () => Promise<string> | string;

/** Each as soon as it is known. A chapter that fails says so in its own text. */
export async function* buildDoctorChapters(path: string): AsyncGenerator<DoctorChapter> {
  const { config, findings } = await loadConfig(path);
  const lines = findings.map(
    (one) => `${one.file ?? ''}:${one.line ?? ''} ${one.severity}: ${renderWithKey(one)} ${one.advice}`,
  );
  yield* [
    await chapter('Versions and machine', machine),
    await chapter('What the config is told', () => lines.join('\n') || 'nothing'),
  ];
  if (config) {
    yield await chapter('What gateway check finds', () => checks(config));
    yield await chapter('Health', () => askGateway(config, '/health'));
    yield await chapter('Numbers', () => askGateway(config, '/status.json'));
    yield await chapter('The journal', () => renderJournal(config));
  }
  yield await chapter('The config, without secrets', () => redactConfig(decodeSavedText(readFileSync(path))));
}

async function chapter(title: string, render: RenderChapter): Promise<DoctorChapter> {
  let text = `It took longer than ${longestChapter / 1000} seconds.`;
  const work = async (): Promise<void> => {
    try {
      text = await render();
    } catch (error) {
      text = `It cannot be told: ${reasonOf(error)}`;
    }
  };
  await waitAtMost(longestChapter, work());
  return { title, text };
}

function machine(): string {
  const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    `gateway ${version}, Node ${process.version}, ${process.platform} ${process.arch} ${release()}`,
    `${hostname()}, as ${readAccount().name}, in ${process.cwd()}`,
    `${availableParallelism()} processors, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
    `${gigabytes(freemem())} of ${gigabytes(totalmem())} memory free, up for ${Math.round(uptime() / 3600)} h`,
    `${new Date().toISOString()}, zone ${zone}`,
  ].join('\n');
}

async function checks(config: Config): Promise<string> {
  const lines: string[] = [];
  for await (const found of runChecks(allChecks, config)) lines.push(...renderCheckResult(found));
  for await (const found of checkMappings({ ...config, language: 'en' }))
    lines.push(...renderCheckResult(found));
  return lines.join('\n');
}

async function askGateway({ http }: Config, path: string): Promise<string> {
  if (http.operator === undefined) return 'http.operator is not in the config: nobody can ask.';
  const { host, port } = parseListenAddress(http.operator.listen);
  const at = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}${path}`;
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(longestAnswer) });
  const text = await body.text();
  return `status ${statusCode}\n${JSON.stringify(JSON.parse(text), undefined, 2)}`;
}

/** Messages of each kind that are listed. */
const mostShown = 10;

async function renderJournal({ journal: settings }: Config): Promise<string> {
  const journal = await readJournal(settings);
  try {
    const [bound, open, cursors] = [
      await journal.findBinding(),
      await journal.countOpenMessages(),
      await journal.cursors(),
    ];
    const recent = [
      ...(await journal.list({ state: 'parked', limit: mostShown })),
      ...(await journal.list({ state: 'waiting', limit: mostShown })),
      ...(await journal.list({ outcome: 'rejected', limit: mostShown })),
    ];
    return [
      `${settings.postgres === undefined ? settings.sqlite : 'in PostgreSQL'}, id ${journal.id}, bound to ${bound ?? 'nothing yet'}`,
      ...open.map(
        ({ channel, state, count, oldest }) => `${count} ${state} in ${channel}, the oldest of ${oldest}`,
      ),
      ...cursors.map(({ channel, value }) => `${channel} has searched up to ${value}`),
      'The newest that are parked, wait or were rejected:',
      ...recent.map(
        ({ id, receivedAt, channel, state, outcome, findings }) =>
          `#${id} ${receivedAt} ${channel} ${outcome ?? state} ${findings.map(({ code }) => code).join(' ')}`,
      ),
    ].join('\n');
  } finally {
    await journal.close();
  }
}
