import { basename } from 'node:path';
import { cut, type Phrase, phrase, say } from '../../findings/messages.ts';
import type { Origin } from '../../mapping/explain.ts';
import type { Mapping, MappingContext } from '../../mapping/interface.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';

/** What a document for the ERP was made of. */
export interface Making {
  readonly mapping: Mapping;
  readonly tree: TreeDocument;
  readonly context: MappingContext;
}

/**
 * Findings on a document that a mapping made of what the exchange holds, told to whoever can act: each advice goes on with
 * the rule and the member it came from. The mapping runs once more for that, and only where the document is held back.
 */
export function toldToMapping(findings: readonly Finding[], making: Making): readonly Finding[] {
  const { mapping, tree, context } = making;
  const isHeld = findings.some(({ severity }) => severity !== 'warning');
  const origins = isHeld ? mapping.origins(tree, context) : [];
  return findings.map((found) => {
    if (found.code.startsWith('target-')) return found;
    const origin = originOf(found, origins);
    const advice = `${found.advice} ${say(sentence(origin, mapping), context.language ?? 'en')}`;
    if (origin === undefined) return { ...found, advice };
    const { file, line, column } = origin.rule;
    return { ...found, advice, file: `${file}:${line}:${column}` };
  });
}

function sentence(origin: Origin | undefined, mapping: Mapping): Phrase {
  if (origin === undefined) return phrase('made-by-mapping', { mapping: mapping.name });
  const { rule, sources } = origin;
  const place = { file: basename(rule.file), line: rule.line };
  const [source] = sources;
  if (source === undefined) return phrase('made-by-rule', place);
  return phrase('made-of', {
    ...place,
    source: source.path.replace(/^\/json\//, ''),
    value: cut(source.text.trim(), 60),
  });
}

/** What made the value that a finding is about: the same place and value, or the same value in another line. */
function originOf({ path, value }: Finding, origins: readonly Origin[]): Origin | undefined {
  if (path === undefined) return undefined;
  const isSame = (origin: Origin) => value === undefined || origin.value.trim() === value;
  const named = origins.filter(
    (origin) => isSame(origin) && namesIn(origin.target) === namesIn(inside(path)),
  );
  return named.find(({ target }) => first(target) === first(inside(path))) ?? named[0];
}

/** A path in the document as paths in a target are: without its root. */
const inside = (path: string): string => path.replace(/^\/[^/]+\//, '');
const namesIn = (path: string): string => path.replace(/\[\d+\]/g, '');
/** The first of a name has a number where there are several. */
const first = (path: string): string => path.replaceAll('[1]', '');
