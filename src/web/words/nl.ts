import type { Words, WordsName } from './en.ts';

export const nl: { readonly [Name in WordsName]: () => Promise<Pick<Words, Name>> } = {
  alarms: () => import('./nl/alarms.ts'),
  bulk: () => import('./nl/bulk.ts'),
  channels: () => import('./nl/channels.ts'),
  compare: () => import('./nl/workbench-pages/compare.ts'),
  deciding: () => import('./nl/frame.ts'),
  edit: () => import('./nl/edit.ts'),
  fixtures: () => import('./nl/workbench-pages/fixtures.ts'),
  groups: () => import('./nl/groups.ts'),
  help: () => import('./nl/help.ts'),
  history: () => import('./nl/workbench-pages/history.ts'),
  keys: () => import('./nl/keys.ts'),
  lost: () => import('./nl/workbench-pages/lost.ts'),
  messageList: () => import('./nl/message-list.ts'),
  messages: () => import('./nl/messages.ts'),
  orders: () => import('./nl/orders.ts'),
  publishing: () => import('./nl/workbench-pages/publishing.ts'),
  shell: () => import('./nl/frame.ts'),
  states: () => import('./nl/frame.ts'),
  summary: () => import('./nl/summary.ts'),
  workbench: () => import('./nl/workbench.ts'),
};
