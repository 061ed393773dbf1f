import type { Words } from './en.ts';
import { actors } from './nl/actors.ts';
import { alarms } from './nl/alarms.ts';
import { decide } from './nl/decide.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';

export const nl: Words = { actors, alarms, decide, shell, states };
