import { actors } from './en/actors.ts';
import { alarms } from './en/alarms.ts';
import { decide } from './en/decide.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';

export const en = { actors, alarms, decide, shell, states };

/** A language has all that English has: texts, and functions for those with values. */
export type Words = typeof en;
