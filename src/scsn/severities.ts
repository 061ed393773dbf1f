import { documentCodes, isDocumentCode, severities } from '../findings/codes.ts';
import { nearest } from '../tree/nearest.ts';
import { deliveredRuleSet } from './schemas.ts';

/**
 * Why the severity of a code cannot be chosen: such a document cannot be read in one way, or there is no such rule (`near`:
 * one of nearly that name); undefined when it can.
 */
export function notChangeable(code: string): 'fixed' | { readonly near: string | undefined } | undefined {
  const known = changeable();
  if (known.has(code)) return undefined;
  return isDocumentCode(code) ? 'fixed' : { near: nearest(code, known) };
}

/** Every rule, and what a document shows that does not make it invalid; a file in it may be left out. */
function changeable(): ReadonlySet<string> {
  const rules = deliveredRuleSet().rules.flatMap(({ tests }) => tests.map(({ id }) => id));
  const warnings = Object.keys(documentCodes).filter(
    (code) => isDocumentCode(code) && severities[code] !== 'error',
  );
  return new Set([...rules, ...warnings, 'embedded-file-refused']);
}
