/** Where the words are: a reader loads those of one language, and of the pages that are opened. */
export const en = {
  account: () => import('./en/account.ts'),
  alarms: () => import('./en/alarms.ts'),
  bulk: () => import('./en/bulk.ts'),
  channels: () => import('./en/channels.ts'),
  compare: () => import('./en/workbench-pages/compare.ts'),
  deciding: () => import('./en/frame.ts'),
  edit: () => import('./en/edit.ts'),
  fixtures: () => import('./en/workbench-pages/fixtures.ts'),
  groups: () => import('./en/groups.ts'),
  help: () => import('./en/help.ts'),
  history: () => import('./en/workbench-pages/history.ts'),
  keys: () => import('./en/keys.ts'),
  lost: () => import('./en/workbench-pages/lost.ts'),
  messageList: () => import('./en/message-list.ts'),
  messages: () => import('./en/messages.ts'),
  orders: () => import('./en/orders.ts'),
  panes: () => import('./en/workbench-pages/panes.ts'),
  publishing: () => import('./en/workbench-pages/publishing.ts'),
  sample: () => import('./en/workbench-pages/sample.ts'),
  shell: () => import('./en/frame.ts'),
  states: () => import('./en/frame.ts'),
  summary: () => import('./en/summary.ts'),
  tables: () => import('./en/tables.ts'),
  users: () => import('./en/users.ts'),
  workbench: () => import('./en/workbench.ts'),
};

type Sources = typeof en;

export type WordsName = keyof Sources;

/** A language has all that English has: texts, and functions for those with values. */
export type Words = { [Name in WordsName]: Picked<Awaited<ReturnType<Sources[Name]>>, Name> };

/** What a module exports under this name. */
type Picked<Module, Name> = Name extends keyof Module ? Module[Name] : never;
