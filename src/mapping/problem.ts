import type { Finding, Severity } from '../types.ts';
import type { MappingCode } from './codes.ts';

/** 1-based, in a mapping file or table. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** Absent: the mapping file itself; else the one it extends. */
  readonly file?: string;
}

/** The place alone, of something that has more members. */
export function onlyPlace({ line, column, file }: Place): Place {
  return file === undefined ? { line, column } : { line, column, file };
}

/** What is wrong with a mapping file: becomes a finding with the file's name. */
export interface Problem extends Place {
  readonly code: MappingCode;
  readonly severity?: Severity;
  readonly message: string;
  readonly advice: string;
}

export function toFinding(problem: Problem, file: string): Finding {
  return { severity: 'error', file, ...problem };
}
