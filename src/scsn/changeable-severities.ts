import { documentCodes, findingSeverities, isDocumentCode } from '../findings/finding-codes.ts';
import { findNearest } from '../findings/nearest-names.ts';
import { loadDeliveredRules } from './rules/load-rules.ts';

/**
 * Why the severity of a code cannot be chosen: such a document cannot be read in one way, or there is no such rule (`near`:
 * one of nearly that name); undefined when it can.
 */
export function findWhyFixed(code: string): 'fixed' | { readonly near: string | undefined } | undefined {
  const known = listChangeable();
  if (known.has(code)) return undefined;
  return isDocumentCode(code) ? 'fixed' : { near: findNearest(code, known) };
}

/** Every rule, and what a document shows that does not make it invalid; a file in it may be left out. */
function listChangeable(): ReadonlySet<string> {
  const rules = loadDeliveredRules().rules.flatMap(({ tests }) => tests.map(({ id }) => id));
  const warnings = Object.keys(documentCodes).filter(
    (code) => isDocumentCode(code) && findingSeverities[code] !== 'error',
  );
  return new Set([...rules, ...warnings, 'embedded-file-refused']);
}
