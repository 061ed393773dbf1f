import type { Desk } from '../desk.ts';
import type { Route } from '../kit/route.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { decisionRoutes } from './decision-routes.ts';
import { editRoutes } from './edit-routes.ts';
import { helpRoutes } from './help-routes.ts';
import { mappingDraftRoutes } from './mapping-drafts.ts';
import { mappingPublicationRoutes } from './mapping-publication.ts';
import { mappingRoutes } from './mapping-routes.ts';
import { mappingTrialRoutes } from './mapping-trials.ts';
import { messageListRoutes } from './message-list-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { accountRoutes } from './people/account-routes.ts';
import { auditRoutes } from './people/audit-routes.ts';
import { userRoutes } from './people/user-routes.ts';
import { mappingCompareRoutes } from './workbench/compare-routes.ts';
import { conflictRoutes } from './workbench/conflict-routes.ts';
import { mappingCountRoutes } from './workbench/count-routes.ts';
import { mappingEditingRoutes } from './workbench/editing-routes.ts';
import { mappingFixtureRoutes } from './workbench/fixture-routes.ts';
import { mappingHistoryRoutes } from './workbench/history-routes.ts';
import { mappingLostRoutes } from './workbench/lost-routes.ts';
import { formatSampleRoutes } from './workbench/sample-routes.ts';
import { mappingTableRoutes } from './workbench/table-routes.ts';

/** Every route of the pages. */
export const allRoutes = (desk: Desk): readonly Route[] => [
  ...accountRoutes(desk.journal.accounts),
  ...alarmRoutes(desk),
  ...auditRoutes(desk.journal.accounts, desk.now),
  ...bulkRoutes(desk),
  ...channelRoutes(desk),
  ...decisionRoutes(desk),
  ...editRoutes(desk),
  ...formatSampleRoutes(desk, desk.trials),
  ...helpRoutes(),
  ...mappingCompareRoutes(desk, desk.trials),
  ...mappingCountRoutes(desk, desk.trials),
  ...mappingDraftRoutes(desk),
  ...conflictRoutes(desk),
  ...mappingEditingRoutes(desk, desk.trials),
  ...mappingFixtureRoutes(desk, desk.trials),
  ...mappingHistoryRoutes(desk, desk.trials),
  ...mappingLostRoutes(desk, desk.trials),
  ...mappingPublicationRoutes(desk, desk.trials),
  ...mappingRoutes(desk, desk.trials),
  ...mappingTableRoutes(desk, desk.trials),
  ...mappingTrialRoutes(desk, desk.trials),
  ...messageListRoutes(desk),
  ...messageRoutes(desk),
  ...orderRoutes(desk),
  ...overviewRoutes(desk),
  ...userRoutes(desk.journal.accounts),
];
