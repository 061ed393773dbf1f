import { deciding } from './en/deciding.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';

/** Of the bar, of dialogs, and of the states that every page has. */
export const frameWords = { deciding, shell, states };

/** Where those of the pages are: a reader loads one language, and of it the words of the pages that are opened. */
export const pageWords = {
  aboutTable: () => import('./en/workbench-pages/about-table.ts'),
  account: () => import('./en/people/account.ts'),
  alarms: () => import('./en/alarms.ts'),
  bulk: () => import('./en/bulk.ts'),
  channels: () => import('./en/channels.ts'),
  compare: () => import('./en/workbench-pages/compare.ts'),
  conflict: () => import('./en/workbench-pages/conflict.ts'),
  drafts: () => import('./en/drafts.ts'),
  edit: () => import('./en/edit.ts'),
  entrance: () => import('./en/people/entrance.ts'),
  fixtures: () => import('./en/workbench-pages/fixtures.ts'),
  gate: () => import('./en/workbench-pages/gate.ts'),
  groups: () => import('./en/groups.ts'),
  help: () => import('./en/help.ts'),
  history: () => import('./en/workbench-pages/history.ts'),
  keys: () => import('./en/keys.ts'),
  lost: () => import('./en/workbench-pages/lost.ts'),
  mappings: () => import('./en/workbench-pages/mappings.ts'),
  messageList: () => import('./en/message-list.ts'),
  messages: () => import('./en/messages.ts'),
  orders: () => import('./en/orders.ts'),
  panes: () => import('./en/workbench-pages/panes.ts'),
  pasting: () => import('./en/pasting.ts'),
  plans: () => import('./en/plans.ts'),
  publishing: () => import('./en/workbench-pages/publishing.ts'),
  sample: () => import('./en/workbench-pages/sample.ts'),
  summary: () => import('./en/summary.ts'),
  tables: () => import('./en/tables.ts'),
  trace: () => import('./en/workbench-pages/trace.ts'),
  troubles: () => import('./en/troubles.ts'),
  users: () => import('./en/people/users.ts'),
  workbench: () => import('./en/workbench.ts'),
};

export type FrameWords = typeof frameWords;

type Sources = typeof pageWords;

export type WordsName = keyof Sources;

/** A language has all that English has: texts, and functions for those with values. */
export type Words = FrameWords & { [Name in WordsName]: Picked<Awaited<ReturnType<Sources[Name]>>, Name> };

/** What a module exports under this name. */
type Picked<Module, Name> = Name extends keyof Module ? Module[Name] : never;
