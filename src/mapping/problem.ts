import { type Said, type Sentence, tell } from '../findings/mappings.ts';
import type { Finding, Language, Severity } from '../types.ts';
import { type MappingCode, mappingCodes } from './codes.ts';

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
export interface Problem extends Place, Said {
  readonly severity?: Severity;
}

export const toFinding = (problem: Problem, file: string, language?: Language): Finding => ({
  file,
  ...told(problem, language),
});

/** As a finding of no file in particular. */
export function told<P extends Said>(problem: P, language?: Language): Finding & Omit<P, keyof Said> {
  const { sentence, values, hints, ...rest } = problem;
  return { severity: 'error', code: codeOf(sentence), ...tell(problem, language), ...rest };
}

/** What stands before the slash of a sentence's name. */
function codeOf(sentence: Sentence): MappingCode {
  const [name = ''] = sentence.split('/');
  if (!isCode(name)) throw new Error(`no code for ${sentence}`);
  return name;
}

const isCode = (name: string): name is MappingCode => Object.hasOwn(mappingCodes, name);
