import { actors } from './en/actors.ts';
import { alarms } from './en/alarms.ts';
import { bulk } from './en/bulk.ts';
import { channels } from './en/channels.ts';
import { deciding } from './en/deciding.ts';
import { edit } from './en/edit.ts';
import { groups } from './en/groups.ts';
import { help } from './en/help.ts';
import { messageList } from './en/message-list.ts';
import { messages } from './en/messages.ts';
import { orders } from './en/orders.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { summary } from './en/summary.ts';
import { tables } from './en/tables.ts';
import { workbench } from './en/workbench.ts';

export const en = {
  actors,
  alarms,
  bulk,
  channels,
  deciding,
  edit,
  groups,
  help,
  messageList,
  messages,
  orders,
  shell,
  states,
  summary,
  tables,
  workbench,
};

/** A language has all that English has: texts, and functions for those with values. */
export type Words = typeof en;
