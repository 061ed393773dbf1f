import type { Words } from './en.ts';
import { actors } from './nl/actors.ts';
import { alarms } from './nl/alarms.ts';
import { bulk } from './nl/bulk.ts';
import { channels } from './nl/channels.ts';
import { compare } from './nl/compare.ts';
import { deciding } from './nl/deciding.ts';
import { edit } from './nl/edit.ts';
import { groups } from './nl/groups.ts';
import { help } from './nl/help.ts';
import { lost } from './nl/lost.ts';
import { messageList } from './nl/message-list.ts';
import { messages } from './nl/messages.ts';
import { orders } from './nl/orders.ts';
import { publishing } from './nl/publishing.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';
import { summary } from './nl/summary.ts';
import { workbench } from './nl/workbench.ts';

export const nl: Words = {
  actors,
  alarms,
  bulk,
  channels,
  compare,
  deciding,
  edit,
  groups,
  help,
  lost,
  messageList,
  messages,
  orders,
  publishing,
  shell,
  states,
  summary,
  workbench,
};
