import {
  type MappingSentence,
  type MappingSentenceName,
  renderMappingSentence,
} from '../../findings/mapping-sentences.ts';
import type { Finding, Language, Severity } from '../../types.ts';
import { type MappingCode, mappingCodes } from './mapping-codes.ts';

/** 1-based, in a mapping file or table. */
export interface MappingPosition {
  readonly line: number;
  readonly column: number;
  /** Absent: the mapping file itself; else the one it extends. */
  readonly file?: string;
}

/** The place alone, of something that has more members. */
export function pickPosition({ line, column, file }: MappingPosition): MappingPosition {
  return file === undefined ? { line, column } : { line, column, file };
}

/** What is wrong with a mapping file: becomes a finding with the file's name. */
export interface MappingProblem extends MappingPosition, MappingSentence {
  readonly severity?: Severity;
}

export const renderFileProblem = (problem: MappingProblem, file: string, language?: Language): Finding => ({
  file,
  ...renderProblem(problem, language),
});

/** As a finding of no file in particular. */
export function renderProblem<P extends MappingSentence>(
  problem: P,
  language?: Language,
): Finding & Omit<P, keyof MappingSentence> {
  const { sentence, values, hints, ...rest } = problem;
  return { severity: 'error', code: codeOf(sentence), ...renderMappingSentence(problem, language), ...rest };
}

/** What stands before the slash of a sentence's name. */
function codeOf(sentence: MappingSentenceName): MappingCode {
  const [name = ''] = sentence.split('/');
  if (!isCode(name)) throw new Error(`no code for ${sentence}`);
  return name;
}

const isCode = (name: string): name is MappingCode => Object.hasOwn(mappingCodes, name);
