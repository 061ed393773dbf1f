import type { Words } from './en.ts';
import { actors } from './nl/actors.ts';
import { alarms } from './nl/alarms.ts';
import { bulk } from './nl/bulk.ts';
import { channels } from './nl/channels.ts';
import { deciding } from './nl/deciding.ts';
import { edit } from './nl/edit.ts';
import { groups } from './nl/groups.ts';
import { help } from './nl/help.ts';
import { messageList } from './nl/message-list.ts';
import { messages } from './nl/messages.ts';
import { orders } from './nl/orders.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';
import { summary } from './nl/summary.ts';
import { tables } from './nl/tables.ts';
import { workbench } from './nl/workbench.ts';

export const nl: Words = {
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
