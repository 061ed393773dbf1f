import type { ComponentType } from 'preact';
import type { WordsName } from '../words/en.ts';

/** What the address says of the page: the named parts of its path. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}

interface PageRoute {
  /** `/orders/:number` */
  readonly path: string;
  /** Which word of the bar is lit. */
  readonly section: Section;
  /** Whose words it and its parts show, but for those of the frame. */
  readonly words: readonly WordsName[];
  load(): Promise<{ readonly default: ComponentType<PageProps> }>;
}

export type Section =
  | 'overview'
  | 'messages'
  | 'channels'
  | 'alarms'
  | 'mappings'
  | 'users'
  | 'help'
  | undefined;

/** Each page is a file that is loaded when it is asked for. */
const pages: readonly PageRoute[] = [
  { path: '/find', section: 'messages', words: ['orders'], load: () => import('../pages/find-page.tsx') },
  {
    path: '/messages/:id',
    section: 'messages',
    words: ['messages'],
    load: () => import('../pages/message-page.tsx'),
  },
  {
    path: '/messages/:id/edit',
    section: 'messages',
    words: ['drafts', 'edit', 'messages', 'plans'],
    load: () => import('../pages/edit-page.tsx'),
  },
  {
    path: '/orders/:number',
    section: 'messages',
    words: ['orders'],
    load: () => import('../pages/order-page.tsx'),
  },
  {
    path: '/mappings',
    section: 'mappings',
    words: ['mappings'],
    load: () => import('../pages/mappings-page.tsx'),
  },
  {
    path: '/formats/:act',
    section: 'mappings',
    words: ['sample'],
    load: () => import('../pages/workbench/sample/sample-page.tsx'),
  },
  {
    path: '/mappings/:name',
    section: 'mappings',
    words: ['drafts', 'panes', 'publishing', 'trace', 'workbench'],
    load: () => import('../pages/workbench/workbench-page.tsx'),
  },
  {
    path: '/mappings/:name/tables',
    section: 'mappings',
    words: ['tables', 'workbench'],
    load: () => import('../pages/workbench/tables/tables-page.tsx'),
  },
  {
    path: '/account',
    section: undefined,
    words: ['account'],
    load: () => import('../pages/account/account-page.tsx'),
  },
  {
    path: '/users',
    section: 'users',
    words: ['messageList', 'users'],
    load: () => import('../pages/users/users-page.tsx'),
  },
  {
    path: '/mappings/:name/compare',
    section: 'mappings',
    words: ['compare', 'publishing', 'workbench'],
    load: () => import('../pages/workbench/compare/compare-page.tsx'),
  },
  {
    path: '/mappings/:name/fixtures',
    section: 'mappings',
    words: ['fixtures', 'publishing', 'workbench'],
    load: () => import('../pages/workbench/fixtures/fixtures-page.tsx'),
  },
  {
    path: '/mappings/:name/history',
    section: 'mappings',
    words: ['history', 'publishing', 'workbench'],
    load: () => import('../pages/workbench/history/history-page.tsx'),
  },
  {
    path: '/mappings/:name/lost',
    section: 'mappings',
    words: ['lost', 'publishing', 'workbench'],
    load: () => import('../pages/workbench/lost/lost-page.tsx'),
  },
  {
    path: '/',
    section: 'overview',
    words: ['channels', 'groups', 'summary', 'troubles'],
    load: () => import('../pages/overview/overview-page.tsx'),
  },
  {
    path: '/alarms',
    section: 'alarms',
    words: ['alarms', 'troubles'],
    load: () => import('../pages/alarms/alarms-page.tsx'),
  },
  {
    path: '/channels',
    section: 'channels',
    words: ['channels'],
    load: () => import('../pages/channels/channels-page.tsx'),
  },
  {
    path: '/decisions/:id',
    section: 'messages',
    words: ['bulk', 'publishing'],
    load: () => import('../pages/decision/decision-page.tsx'),
  },
  { path: '/help', section: 'help', words: ['help'], load: () => import('../pages/help/help-page.tsx') },
  {
    path: '/messages',
    section: 'messages',
    words: ['groups', 'messageList'],
    load: () => import('../pages/messages/messages-page.tsx'),
  },
];

export interface PageFound {
  readonly route: PageRoute;
  readonly params: PageProps['params'];
}

/** Of a one-time link: it needs no session, and few readers ever see it. */
export const welcomePage: PageFound = {
  route: {
    path: '/welcome',
    section: undefined,
    words: ['entrance'],
    load: () => import('./entrance/welcome-page.tsx'),
  },
  params: {},
};

export function findPage(path: string): PageFound | undefined {
  for (const route of pages) {
    const params = matchPath(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

/** The named parts of a path; undefined: it is another one. */
function matchPath(pattern: string, path: string): PageProps['params'] | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (want.startsWith(':') && part !== '') params[want.slice(1)] = decodeURIComponent(part);
    else if (want !== part) return undefined;
  }
  return params;
}
