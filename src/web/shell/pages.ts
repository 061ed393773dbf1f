import type { ComponentType } from 'preact';

/** What the address says of the page: the named parts of its path. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}

interface PageRoute {
  /** `/orders/:number` */
  readonly path: string;
  /** Which word of the bar is lit. */
  readonly section: Section;
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
  { path: '/find', section: 'messages', load: () => import('../pages/find-page.tsx') },
  { path: '/messages/:id', section: 'messages', load: () => import('../pages/message-page.tsx') },
  { path: '/messages/:id/edit', section: 'messages', load: () => import('../pages/edit-page.tsx') },
  { path: '/orders/:number', section: 'messages', load: () => import('../pages/order-page.tsx') },
  { path: '/mappings', section: 'mappings', load: () => import('../pages/mappings-page.tsx') },
  {
    path: '/mappings/:name',
    section: 'mappings',
    load: () => import('../pages/workbench/workbench-page.tsx'),
  },
  {
    path: '/mappings/:name/tables',
    section: 'mappings',
    load: () => import('../pages/workbench/tables/tables-page.tsx'),
  },
  { path: '/', section: 'overview', load: () => import('../pages/overview/overview-page.tsx') },
  { path: '/alarms', section: 'alarms', load: () => import('../pages/alarms/alarms-page.tsx') },
  { path: '/channels', section: 'channels', load: () => import('../pages/channels/channels-page.tsx') },
  { path: '/decisions/:id', section: 'messages', load: () => import('../pages/decision/decision-page.tsx') },
  { path: '/help', section: 'help', load: () => import('../pages/help/help-page.tsx') },
  { path: '/messages', section: 'messages', load: () => import('../pages/messages/messages-page.tsx') },
];

export interface PageFound {
  readonly route: PageRoute;
  readonly params: PageProps['params'];
}

export function findPage(path: string, among = pages): PageFound | undefined {
  for (const route of among) {
    const params = matchPath(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}

/** The named parts of a path; undefined: it is another one. */
export function matchPath(pattern: string, path: string): PageProps['params'] | undefined {
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
