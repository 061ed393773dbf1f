import { basename } from 'node:path';
import { buildPhrase, cutText, type Phrase, renderPhrase } from '../../findings/create-finding.ts';
import type { ValueProvenance } from '../../mapping/explain/explain-run.ts';
import type { Mapping, MappingContext } from '../../mapping/mapping.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';

/** What a document for the ERP was made of. */
export interface MappingCall {
  readonly mapping: Mapping;
  readonly tree: TreeDocument;
  readonly context: MappingContext;
}

/**
 * Findings on a document that a mapping made of what the exchange holds, told to whoever can act: each advice goes on with
 * the rule and the member it came from. The mapping runs once more for that, and only where the document is held back.
 */
export function withRuleInAdvice(findings: readonly Finding[], making: MappingCall): readonly Finding[] {
  const { mapping, tree, context } = making;
  const isHeld = findings.some(({ severity }) => severity !== 'warning');
  const origins = isHeld ? mapping.origins(tree, context) : [];
  return findings.map((found) => {
    if (found.code.startsWith('target-')) return found;
    const origin = findProvenance(found, origins);
    const advice = `${found.advice} ${renderPhrase(buildProvenancePhrase(origin, mapping), context.language ?? 'en')}`;
    if (origin === undefined) return { ...found, advice };
    const { file, line, column } = origin.rule;
    return { ...found, advice, file: `${file}:${line}:${column}` };
  });
}

function buildProvenancePhrase(origin: ValueProvenance | undefined, mapping: Mapping): Phrase {
  if (origin === undefined) return buildPhrase('made-by-mapping', { mapping: mapping.name });
  const { rule, sources } = origin;
  const place = { file: basename(rule.file), line: rule.line };
  const [source] = sources;
  if (source === undefined) return buildPhrase('made-by-rule', place);
  return buildPhrase('made-of', {
    ...place,
    source: source.path.replace(/^\/json\//, ''),
    value: cutText(source.text.trim(), 60),
  });
}

/** What made the value that a finding is about: the same place and value, or the same value in another line. */
function findProvenance(
  { path, value }: Finding,
  origins: readonly ValueProvenance[],
): ValueProvenance | undefined {
  if (path === undefined) return undefined;
  const isSame = (origin: ValueProvenance) => value === undefined || origin.value.trim() === value;
  const named = origins.filter(
    (origin) => isSame(origin) && withoutNumbers(origin.target) === withoutNumbers(withoutRoot(path)),
  );
  return (
    named.find(({ target }) => withoutFirstNumber(target) === withoutFirstNumber(withoutRoot(path))) ??
    named[0]
  );
}

/** A path in the document as paths in a target are: without its root. */
const withoutRoot = (path: string): string => path.replace(/^\/[^/]+\//, '');
const withoutNumbers = (path: string): string => path.replace(/\[\d+\]/g, '');
/** The first of a name has a number where there are several. */
const withoutFirstNumber = (path: string): string => path.replaceAll('[1]', '');
