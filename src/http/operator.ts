import express, { type Express } from 'express';
import helmet from 'helmet';
import { inTime } from '../deadline.ts';
import type { Log } from '../log.ts';
import { type Closable, listen } from './server.ts';

export type { Closable } from './server.ts';

/** One thing that the gateway needs for its work. */
export interface Readiness {
  readonly name: string;
  readonly ok: boolean;
  /** Why not; or, when it is ok, what should be put right although the work goes on. */
  readonly reason?: string;
}

export interface OperatorState {
  /** False: the process is beyond help and should be started anew. */
  live(): boolean;
  readiness(): Promise<readonly Readiness[]>;
}

/** Milliseconds in which `readiness` must have answered. */
const deadline = 5_000;

/** Answers `/health/live` and `/health/ready`: 200, or 503 with the reasons. */
export async function startOperator(
  settings: { readonly listen: string },
  state: OperatorState,
  log: Log,
): Promise<Closable> {
  return await listen(settings.listen, operatorApp(state, log));
}

function operatorApp(state: OperatorState, log: Log): Express {
  const app = express();
  app.use(helmet());
  app.get('/health/live', (_request, response) => {
    const live = state.live();
    response.status(live ? 200 : 503).json({ live });
  });
  app.get('/health/ready', async (_request, response) => {
    const checks = await asked(state, log);
    const ready = checks.every((check) => check.ok);
    response.status(ready ? 200 : 503).json({ ready, checks });
  });
  app.use((_request, response) => {
    response.status(404).json({ error: 'There are /health/live and /health/ready here.' });
  });
  return app;
}

/** Whoever cannot say that it is ready is not. */
async function asked(state: OperatorState, log: Log): Promise<readonly Readiness[]> {
  const late = () => new Error(`no answer within ${deadline / 1000} seconds`);
  try {
    return await inTime(deadline, state.readiness(), late);
  } catch (error) {
    log.error({ code: 'readiness-unknown', err: error }, 'it cannot be told whether the gateway is ready');
    return [{ name: 'gateway', ok: false, reason: error instanceof Error ? error.message : String(error) }];
  }
}
