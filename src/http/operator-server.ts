import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { inNetworks } from '../config/networks.ts';
import type { Health } from '../operator/health/health.ts';
import type { Log } from '../system/log.ts';
import { reasonOf } from '../text/reason-of.ts';
import { rejectAfter } from '../time/deadline.ts';
import { type HealthAnswer, renderHealth } from '../wording/alarms/render-health.ts';
import { commonHeaders, type ListeningServer, listenAs, type ServerSettings } from './http-server.ts';
import { sendJson } from './send-json.ts';

export type { ListeningServer } from './http-server.ts';

/** One thing that the gateway needs for its work. */
export interface Readiness {
  readonly name: string;
  readonly ok: boolean;
  /** Why not; or, when it is ok, what should be put right although the work goes on. */
  readonly reason?: string;
  /** Without it nothing can be received: it decides whether the gateway is ready. */
  readonly receives?: true;
}

export interface OperatorState {
  /** False: the process is beyond help and should be started anew. */
  live(): boolean;
  readiness(): Promise<readonly Readiness[]>;
  health(): Promise<Health>;
  readonly metrics?: MetricsState;
  /** Everything else that is asked: the pages and their API. */
  readonly pages?: RequestHandler | undefined;
}

/** Numbers for monitors. */
export interface MetricsState {
  readonly contentType: string;
  /** In Prometheus' text format. */
  page(): Promise<string>;
  /** One level of JSON. */
  status(): Promise<Readonly<Record<string, number | string>>>;
}

export interface OperatorServerSettings extends ServerSettings {
  /** Networks of those whose forwarded headers count. */
  readonly proxies?: readonly string[];
}

/** Milliseconds in which `readiness` and `health` must have answered. */
const deadline = 5_000;

/**
 * Answers, each with 200 or 503. `/health`: does the work go on (503 when red)? `/health/ready`: can it receive?
 * `/health/live`: should the process be started anew? `/metrics` and `/status.json` are numbers for monitors.
 */
export async function startOperator(
  settings: OperatorServerSettings,
  state: OperatorState,
  log: Log,
): Promise<ListeningServer> {
  return await listenAs('http.operator', settings, operatorApp(settings, state, log));
}

function operatorApp({ proxies = [] }: OperatorServerSettings, state: OperatorState, log: Log): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', inNetworks(proxies));
  app.use(['/health', '/metrics', '/status.json'], helmet(commonHeaders));
  addHealth(app, state, log);
  if (state.metrics) addMetrics(app, state.metrics, log);
  if (state.pages) app.use(state.pages);
  app.use((_request, response) => {
    const error = 'There are /health, /health/ready, /health/live, /metrics and /status.json here.';
    sendJson(response, 404, { error });
  });
  return app;
}

function addHealth(app: Express, state: OperatorState, log: Log): void {
  app.get('/health/live', (_request, response) => {
    const live = state.live();
    sendJson(response, live ? 200 : 503, { live });
  });
  app.get('/health/ready', async (_request, response) => {
    const checks = await answerInTime(state.readiness(), (reason) => [unknownReadiness(reason)], log);
    const ready = checks.every(({ ok, receives }) => ok || !receives);
    sendJson(response, ready ? 200 : 503, { ready, checks });
  });
  app.get('/health', async (_request, response) => {
    const health = await answerInTime(state.health().then(renderHealth), unknownHealth, log);
    sendJson(response, health.status === 'red' ? 503 : 200, health);
  });
}

function addMetrics(app: Express, metrics: NonNullable<OperatorState['metrics']>, log: Log): void {
  app.get('/metrics', async (_request, response) => {
    const page = await answerInTime(metrics.page(), () => undefined, log);
    if (page === undefined) response.status(503).end();
    else response.set('Content-Type', metrics.contentType).send(page);
  });
  app.get('/status.json', async (_request, response) => {
    const status = await answerInTime(metrics.status(), () => undefined, log);
    sendJson(response, status === undefined ? 503 : 200, status ?? { status: 'unknown' });
  });
}

const unknownReadiness = (reason: string): Readiness => ({
  name: 'gateway',
  ok: false,
  receives: true,
  reason,
});

const unknownHealth = (what: string): HealthAnswer => {
  const todo = 'Look at the log of the gateway.';
  const since = new Date().toISOString();
  return { status: 'red', reasons: [{ level: 'red', code: 'journal', about: '', since, what, todo }] };
};

/** Whoever cannot say how it is, is not well. */
async function answerInTime<T>(answer: Promise<T>, instead: (reason: string) => T, log: Log): Promise<T> {
  const late = () => new Error(`no answer within ${deadline / 1000} seconds`);
  try {
    return await rejectAfter(deadline, answer, late);
  } catch (error) {
    log.error({ code: 'readiness-unknown', err: error }, 'it cannot be told how the gateway is');
    return instead(reasonOf(error));
  }
}
