import { actors } from './en/actors.ts';
import { alarms } from './en/alarms.ts';
import { bulk } from './en/bulk.ts';
import { channels } from './en/channels.ts';
import { deciding } from './en/deciding.ts';
import { groups } from './en/groups.ts';
import { help } from './en/help.ts';
import { messages } from './en/messages.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { summary } from './en/summary.ts';

export const en = {
  actors,
  alarms,
  bulk,
  channels,
  deciding,
  groups,
  help,
  messages,
  shell,
  states,
  summary,
};

/** A language has all that English has: texts, and functions for those with values. */
export type Words = typeof en;
