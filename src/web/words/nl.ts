import type { Words } from './en.ts';
import { actors } from './nl/actors.ts';
import { alarms } from './nl/alarms.ts';
import { bulk } from './nl/bulk.ts';
import { channels } from './nl/channels.ts';
import { decide } from './nl/decide.ts';
import { groups } from './nl/groups.ts';
import { help } from './nl/help.ts';
import { messages } from './nl/messages.ts';
import { overview } from './nl/overview.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';

export const nl: Words = {
  actors,
  alarms,
  bulk,
  channels,
  decide,
  groups,
  help,
  messages,
  overview,
  shell,
  states,
};
