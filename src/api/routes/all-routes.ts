import type { Desk } from '../desk.ts';
import type { Route } from '../kit/route.ts';
import { mappingDraftRoutes } from './mapping-drafts.ts';
import { mappingPublicationRoutes } from './mapping-publication.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { mappingTrialRoutes } from './mapping-trials.ts';

/** Every route of the pages: the reference lists them. */
export const allRoutes = (desk: Desk): readonly Route[] => [
  ...mappingRoutes(desk, desk.trials),
  ...mappingDraftRoutes(desk),
  ...mappingPublicationRoutes(desk, desk.trials),
  ...mappingTrialRoutes(desk, desk.trials),
];
