import type { TreeDocument } from '../tree/node.ts';
import type { DocumentType, Finding } from '../types.ts';
import type { RuleSet } from './rule-file.ts';
export function runRules(_rules: RuleSet, _tree: TreeDocument, _document: DocumentType): readonly Finding[] {
  return [];
}
