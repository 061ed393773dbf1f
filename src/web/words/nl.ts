import type { Words } from './en.ts';
import { edit } from './nl/edit.ts';
import { messages } from './nl/messages.ts';
import { orders } from './nl/orders.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';
import { workbench } from './nl/workbench.ts';

export const nl: Words = { edit, messages, orders, shell, states, workbench };
