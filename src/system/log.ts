import pino, { type DestinationStream, type Logger } from 'pino';
import { escapeControlsInJson } from '../text/visible.ts';

/** What the rooms need of a logger; a test may give anything that has these four. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Members whose values never reach a log line, at any depth, in capitals or small, with `-` or `_` or without. (A walk
 * of our own: as pino paths with wildcards the same list costs 90 microseconds a line and ends at a fixed depth.)
 */
export const secretNames = [
  'authorization',
  'setauthorization',
  'refreshtoken',
  'setrefreshtoken',
  'refresh',
  'accesstoken',
  'token',
  'password',
  'passphrase',
  'privatekey',
  'bearer',
  'basic',
  'secret',
  'cookie',
  'setcookie',
] as const;

/** A line for people, with its end, of the members of an event. */
export type RenderLine = (event: object) => string;

export interface LogOptions {
  /** Makes the line that is written; JSON by default. */
  readonly render?: RenderLine | undefined;
  /** Where the lines go; standard output by default. */
  readonly destination?: DestinationStream;
}

/** One line of JSON an event, with RFC 3339 times in UTC and secrets taken out. */
export function createLogger(level: LogLevel, { render, destination }: LogOptions = {}): Logger {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => error },
    formatters: { level: (label: string) => ({ level: label }), log: redactFields },
  };
  const output = destination ?? openLogOutput(1);
  return pino(settings, render ? forPeople(output, render) : forPrograms(output));
}

/**
 * Lines go out at once, before a crash can swallow them. One that cannot be written (the disk of the log is full, a terminal is gone)
 * is lost, and the work goes on; the next one tries again.
 */
export function openLogOutput(file: number): DestinationStream {
  const open = () => {
    const opened = pino.destination({ fd: file, sync: true });
    // it would keep what it could not write, and all that follows
    return opened.on('error', () => {
      output = open();
    });
  };
  let output = open();
  return { write: (line) => output.write(line) };
}

const secretNameSet: ReadonlySet<string> = new Set(secretNames);

/** A copy without the values of secret members; an error keeps its name, code, text and, where that does not explain it, its stack. */
function redactFields(fields: object, depth = 8): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [name, redactValue(name, value, depth)]);
  return Object.fromEntries(entries);
}

function redactValue(name: string, value: unknown, depth: number): unknown {
  if (secretNameSet.has(name.toLowerCase().replaceAll(/[-_]/g, ''))) return '[redacted]';
  if (value === null || typeof value !== 'object') return value;
  if (depth === 0) return '[deeper]';
  if (value instanceof Error) return errorFields(value, depth);
  if (Array.isArray(value)) return value.map((item) => redactValue('', item, depth - 1));
  return value instanceof Date || ArrayBuffer.isView(value) ? String(value) : redactFields(value, depth - 1);
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: errorFields(error.cause, depth - 1) } : {};
  return {
    type: error.name,
    ...code,
    message: error.message,
    ...(isExplained(error) ? {} : { stack: error.stack }),
    ...(depth > 0 ? cause : {}),
  };
}

/** Has it a code of ours or of the system? Its text tells all then, and a stack helps nobody. */
const isExplained = (error: Error): boolean =>
  'code' in error && /^([a-z]+(-[a-z]+)+|E[A-Z0-9]+)$/.test(String(error.code));

/** Nothing in a line acts on the terminal of who reads the log. */
const forPrograms = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(escapeControlsInJson(line)),
});

/** In this process and at once: a line is out before a crash can swallow it. */
const forPeople = (destination: DestinationStream, render: RenderLine): DestinationStream => ({
  write: (line) => destination.write(render(JSON.parse(line))),
});
