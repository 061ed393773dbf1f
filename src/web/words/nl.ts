import type { Words } from './en.ts';
import { orders } from './nl/orders.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';

export const nl: Words = { orders, shell, states };
