import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/schema/config-schema.ts';
import { localize } from '../findings/localized-text.ts';
import type { MetricsState, Readiness } from '../http/operator-server.ts';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/open/open-journal.ts';
import { buildStatus } from '../metrics/metric-facts.ts';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.ts';
import { isTroubleCode } from '../operator/alarms/alarms-from-health.ts';
import { isConfigAccepted } from '../operator/decisions/accept-config.ts';
import type { Health } from '../operator/health/health.ts';
import { resolveOwnFolders } from '../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../pipeline/workers/workers.ts';
import { checkPlaceholders } from './checks/check-placeholders.ts';
import { exchangeIdentityOf } from './checks/exchange-identity.ts';
import { ConfigReload, type ReloadResult, type ServerCertificates } from './config-reload.ts';
import { HealthWatch } from './health/health-watch.ts';
import { MetricCollector } from './health/metric-collector.ts';
import { computeReadiness } from './health/readiness.ts';
import { listTroubles, type TroubleSources } from './health/trouble-sources.ts';
import type { OperatorPages } from './open-operator-pages.ts';
import { openPagesLater } from './pages-later.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { SiteSwitcher } from './site/site-switcher.ts';
import { AlarmWatch } from './watches/alarm-watch.ts';
import { viewWorkingSite } from './working-site.ts';

export interface Gateway {
  readonly journal: Journal;
  /** Where webhooks arrive and where health is answered, when they are configured. */
  readonly webhookUrl: string | undefined;
  readonly operatorUrl: string | undefined;
  readiness(): Promise<readonly Readiness[]>;
  health(): Promise<Health>;
  /** Reads the config anew, where the gateway knows its file. */
  reload(): Promise<ReloadResult>;
  /** Stops taking work, finishes what is under way, logs out, closes everything. */
  stop(): Promise<void>;
}

/**
 * The composition root: config in, running gateway out. Throws when the journal or a port cannot be had: then
 * nothing runs, and `workers` are closed too. `path`: the file of the config, whose changes are taken up.
 */
export async function startGateway(
  config: Config,
  log: Logger,
  workers = new Workers(resolveOwnFolders(config)),
  path?: string,
): Promise<Gateway> {
  let journal: Journal | undefined;
  try {
    const [example] = checkPlaceholders(config);
    if (example !== undefined) throw new Error(`${example.about.en}: ${example.what.en}`);
    const metrics = await metricsOf(config);
    journal = await openJournal(config.journal, log, metrics);
    await journal.bind(exchangeIdentityOf(config));
    const switcher = await SiteSwitcher.open(config, { journal, workers, log, meter: metrics });
    return await runGateway(config, { journal, switcher, metrics, path }, log);
  } catch (error) {
    await journal?.close();
    await workers.close();
    throw error;
  }
}

/** What a gateway begins with. */
interface Base {
  readonly journal: Journal;
  readonly switcher: SiteSwitcher;
  /** Where somebody can ask for them. */
  readonly metrics: PrometheusMetrics | undefined;
  readonly path: string | undefined;
}

/** Loaded where there is somebody to ask. */
async function metricsOf({ http }: Config): Promise<PrometheusMetrics | undefined> {
  if (http.operator === undefined) return undefined;
  const { PrometheusMetrics: Metrics } = await import('../metrics/prometheus-metrics.ts');
  return new Metrics();
}

async function runGateway(config: Config, base: Base, log: Logger): Promise<Gateway> {
  const { journal, switcher } = base;
  const receivers: Receivers = {};
  const supervision = superviseSite(config, base, receivers, log);
  const { alarms, reload, watch, watched } = supervision;
  const before = await alarms.readBefore();
  watch.remember(before.flatMap(({ code, ...rest }) => (isTroubleCode(code) ? { code, ...rest } : [])));
  const state = buildOperatorState(config, base, supervision, receivers);
  const seen = {
    ...viewWorkingSite(() => switcher.site),
    health: () => watch.lastHealth(),
    disks: () => watched().disks.diskRooms(),
    certificates: () => watched().certificates.ends(),
    alarmsSent: () => watched().alarms.sent(),
    runsGateway: true,
  };
  let pages: OperatorPages | undefined;
  switcher.site.start();
  const stopLoops = startLoops(supervision);
  const stopWork = async (): Promise<void> => {
    const { webhook } = receivers;
    delete receivers.webhook;
    await webhook?.close();
    await stopLoops();
    await switcher.stop();
    await receivers.operator?.close();
    await pages?.close();
  };
  try {
    pages = config.http.operator && openPagesLater(config.http.operator, { journal, log, ...seen });
    await startReceivers(receivers, config, switcher.receive, { ...state, pages: pages?.handler }, log);
  } catch (error) {
    await stopWork();
    throw error;
  }
  return {
    journal,
    webhookUrl: receivers.webhook?.address,
    operatorUrl: receivers.operator?.address,
    readiness: state.readiness,
    health: state.health,
    reload: async () => (await reload?.reload()) ?? { kind: 'refused', reason: localize('config-no-file') },
    async stop() {
      await stopWork();
      await journal.close();
    },
  };
}

/** What looks after the site that works, whichever it is. */
interface Supervision {
  readonly alarms: AlarmWatch;
  /** Where the file of the config is known. */
  readonly reload: ConfigReload | undefined;
  readonly watch: HealthWatch;
  /** Where somebody can ask for numbers. */
  readonly facts: MetricCollector | undefined;
  readonly watched: () => TroubleSources;
}

function superviseSite(
  config: Config,
  { journal, switcher, metrics, path }: Base,
  receivers: Receivers,
  log: Logger,
): Supervision {
  const { alarms: settings, language } = config;
  let tasksWithin = settings.tasks;
  const alarms = new AlarmWatch({
    ...{ settings, language, journal, log },
    config: path === undefined ? undefined : resolve(path),
    health: () => watch.lastHealth(),
    mappings: () => switcher.site.parts.workers.readMappingsInUse().catch(() => undefined),
  });
  const replace = async (next: Config, tls: ServerCertificates, signal: AbortSignal): Promise<void> => {
    await switcher.switchTo(next, signal);
    if (next.http.webhook) receivers.webhook?.change(next.http.webhook, tls.webhook);
    if (tls.operator) receivers.operator?.renew(tls.operator);
    await alarms.configure(next.alarms, next.language);
    tasksWithin = next.alarms.tasks;
    log.level = next.log;
  };
  const findRemovedChannels = (next: Config) => switcher.site.findRemovedChannels(next);
  const isAccepted = (hash: string, since: string) => isConfigAccepted(journal, hash, since);
  const reload =
    path === undefined
      ? undefined
      : new ConfigReload({ path, config, replace, findRemovedChannels, isAccepted, log });
  const watched = () => ({ ...switcher.site.watched, journal, alarms, config: () => reload?.trouble() });
  const watch = new HealthWatch({
    noticed: () => listTroubles(watched()),
    exchange: { probe: () => switcher.site.parts.exchange.probe() },
    tasksWithin: () => tasksWithin,
    ...{ journal, log },
  });
  const file = config.journal.postgres === undefined ? config.journal.sqlite : undefined;
  const facts = metrics && new MetricCollector({ watched, journal, file, health: () => watch.lastHealth() });
  return { alarms, reload, watch, facts, watched };
}

/** Returns what ends them; a reload under way ends first. */
function startLoops({ watch, alarms, reload, facts }: Supervision): () => Promise<void> {
  const loops = [watch, alarms, ...(reload ? [reload] : [])];
  const running = loops.map((loop) => loop.run());
  return async () => {
    for (const loop of loops) loop.stop();
    facts?.stop();
    await Promise.all(running);
  };
}

/** What other machines may ask. */
function buildOperatorState(
  { http }: Config,
  { journal, metrics }: Base,
  { watch, watched, facts }: Supervision,
  receivers: Receivers,
) {
  const isListening = () => (http.webhook ? receivers.webhook !== undefined : undefined);
  return {
    live: () => journal.isAlive(),
    readiness: () => computeReadiness(watched(), isListening()),
    health: () => watch.health(),
    ...(metrics && facts ? { metrics: metricsState(metrics, facts) } : {}),
  };
}

const metricsState = (metrics: PrometheusMetrics, facts: MetricCollector): MetricsState => ({
  contentType: metrics.contentType,
  page: async () => await metrics.renderPage(await facts.collect()),
  status: async () => buildStatus(await facts.collect()),
});
