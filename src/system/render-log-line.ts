import { prettyFactory } from 'pino-pretty';
import { escapeControls } from '../text/visible.ts';

const format = prettyFactory({ translateTime: 'SYS:HH:MM:ss', colorize: process.stdout.isTTY === true });

/** An event of the log for people. Loaded where somebody looks on: a service writes JSON. */
export const renderLogLine = (event: object): string => format(escapeValue(event));

/** Every text of a line, to be seen; a stack keeps its lines. */
function escapeValue(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return name === 'stack' ? value.split('\n').map(escapeControls).join('\n') : escapeControls(value);
  if (Array.isArray(value)) return value.map((item) => escapeValue(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [escapeControls(key), escapeValue(member, key)]),
  );
}
