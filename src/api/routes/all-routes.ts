import type { Desk } from '../desk.ts';
import type { Route } from '../kit/route.ts';
import { decisionRoutes } from './decision-routes.ts';
import { editRoutes } from './edit-routes.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { mappingTrialRoutes } from './mapping-trials.ts';
import { messageRoutes } from './message-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { userRoutes } from './user-routes.ts';

/** Every route of the pages: the reference lists them. */
export const allRoutes = (desk: Desk): readonly Route[] => [
  ...decisionRoutes(desk),
  ...editRoutes(desk),
  ...mappingRoutes(desk, desk.trials),
  ...mappingTrialRoutes(desk, desk.trials),
  ...messageRoutes(desk),
  ...orderRoutes(desk),
  ...userRoutes(desk.journal.accounts),
];
