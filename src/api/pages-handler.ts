import { Router } from 'express';
import type { Desk } from './desk.ts';
import { buildApiRouter, tellProblems } from './kit/api-router.ts';
import type { Entrance } from './kit/entrance.ts';
import { servePages } from './pages/serve-pages.ts';
import { allRoutes } from './routes/all-routes.ts';
import { serveLiveEvents } from './routes/live-events.ts';
import { readLiveEvent } from './routes/read-live-event.ts';

interface Parts {
  readonly desk: Desk;
  readonly entrance: Entrance;
  /** The folder with the built pages. */
  readonly folder: string;
  /** The path that a proxy puts before ours, with slashes around it. */
  readonly prefix?: string | undefined;
}

/** The pages and their API, below the root of the operator's server. */
export function buildPagesHandler({ desk, entrance, folder, prefix }: Parts): Router {
  const { log, runsGateway } = desk;
  const { identify, observe } = entrance;
  const router = Router();
  router.use('/api', entrance.handler);
  router.get('/api/live', serveLiveEvents({ identify: observe, read: () => readLiveEvent(desk), log }));
  router.use(
    '/api',
    buildApiRouter({ routes: allRoutes(desk), identify, audit: desk.journal.accounts, log, runsGateway }),
  );
  router.use('/api', tellProblems(log));
  router.use(servePages(folder, prefix));
  return router;
}
