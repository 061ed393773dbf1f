import type { Words } from './en.ts';
import { shell } from './nl/shell.ts';
import { states } from './nl/states.ts';
import { workbench } from './nl/workbench.ts';

export const nl: Words = { shell, states, workbench };
