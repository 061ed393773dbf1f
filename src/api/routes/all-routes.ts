import type { Desk } from '../desk.ts';
import type { Route } from '../kit/route.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { helpRoutes } from './help-routes.ts';
import { messageListRoutes } from './message-list-routes.ts';
import { overviewRoutes } from './overview-routes.ts';

/** Every route of the pages: the reference lists them. */
export const allRoutes = (desk: Desk): readonly Route[] => [
  ...alarmRoutes(desk),
  ...bulkRoutes(desk),
  ...channelRoutes(desk),
  ...helpRoutes(),
  ...messageListRoutes(desk),
  ...overviewRoutes(desk),
];
