import type { FrameWords, Words, WordsName } from './en.ts';
import { deciding } from './nl/deciding.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';

export const frameWords: FrameWords = { deciding, shell, states };

export const pageWords: { readonly [Name in WordsName]: () => Promise<Pick<Words, Name>> } = {
  aboutTable: () => import('./nl/workbench-pages/about-table.ts'),
  account: () => import('./nl/people/account.ts'),
  alarms: () => import('./nl/alarms.ts'),
  bulk: () => import('./nl/bulk.ts'),
  channels: () => import('./nl/channels.ts'),
  compare: () => import('./nl/workbench-pages/compare.ts'),
  conflict: () => import('./nl/workbench-pages/conflict.ts'),
  drafts: () => import('./nl/drafts.ts'),
  edit: () => import('./nl/edit.ts'),
  entrance: () => import('./nl/people/entrance.ts'),
  fixtures: () => import('./nl/workbench-pages/fixtures.ts'),
  gate: () => import('./nl/workbench-pages/gate.ts'),
  groups: () => import('./nl/groups.ts'),
  help: () => import('./nl/help.ts'),
  history: () => import('./nl/workbench-pages/history.ts'),
  keys: () => import('./nl/keys.ts'),
  lost: () => import('./nl/workbench-pages/lost.ts'),
  mappings: () => import('./nl/workbench-pages/mappings.ts'),
  messageList: () => import('./nl/message-list.ts'),
  messages: () => import('./nl/messages.ts'),
  orders: () => import('./nl/orders.ts'),
  panes: () => import('./nl/workbench-pages/panes.ts'),
  pasting: () => import('./nl/pasting.ts'),
  plans: () => import('./nl/plans.ts'),
  publishing: () => import('./nl/workbench-pages/publishing.ts'),
  sample: () => import('./nl/workbench-pages/sample.ts'),
  summary: () => import('./nl/summary.ts'),
  tables: () => import('./nl/tables.ts'),
  trace: () => import('./nl/workbench-pages/trace.ts'),
  troubles: () => import('./nl/troubles.ts'),
  users: () => import('./nl/people/users.ts'),
  workbench: () => import('./nl/workbench.ts'),
};
