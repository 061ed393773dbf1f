import type { Words, WordsName } from './en.ts';

export const nl: { readonly [Name in WordsName]: () => Promise<Pick<Words, Name>> } = {
  account: () => import('./nl/account.ts'),
  alarms: () => import('./nl/alarms.ts'),
  bulk: () => import('./nl/bulk.ts'),
  channels: () => import('./nl/channels.ts'),
  deciding: () => import('./nl/frame.ts'),
  edit: () => import('./nl/edit.ts'),
  groups: () => import('./nl/groups.ts'),
  help: () => import('./nl/help.ts'),
  keys: () => import('./nl/keys.ts'),
  messageList: () => import('./nl/message-list.ts'),
  messages: () => import('./nl/messages.ts'),
  orders: () => import('./nl/orders.ts'),
  publishing: () => import('./nl/publishing.ts'),
  shell: () => import('./nl/frame.ts'),
  states: () => import('./nl/frame.ts'),
  summary: () => import('./nl/summary.ts'),
  users: () => import('./nl/users.ts'),
  workbench: () => import('./nl/workbench.ts'),
};
