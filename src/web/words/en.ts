import { edit } from './en/edit.ts';
import { messages } from './en/messages.ts';
import { orders } from './en/orders.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { workbench } from './en/workbench.ts';

export const en = { edit, messages, orders, shell, states, workbench };

/** A language has all that English has: texts, and functions for those with values. */
export type Words = typeof en;
