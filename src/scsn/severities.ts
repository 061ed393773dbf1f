import { documentCodes, isDocumentCode, severities } from '../findings/codes.ts';
import { nearest } from '../tree/nearest.ts';
import { deliveredRuleSet } from './schemas.ts';

/** Why the severity of a code cannot be chosen, in a sentence and with what to do; undefined when it can. */
export function notChangeable(code: string): readonly [message: string, advice: string] | undefined {
  const known = changeable();
  if (known.has(code)) return undefined;
  if (isDocumentCode(code))
    return [
      `The severity of \`${code}\` cannot be changed: such a document cannot be read in one way.`,
      'Leave it out; rules and warnings can be changed (docs/findings.md).',
    ];
  const near = nearest(code, known);
  return [
    `There is no rule \`${code}\`.`,
    near === undefined ? 'docs/findings.md lists the rules.' : `Did you mean \`${near}\`?`,
  ];
}

/** Every rule, and what a document shows that does not make it invalid; a file in it may be left out. */
function changeable(): ReadonlySet<string> {
  const rules = deliveredRuleSet().rules.flatMap(({ tests }) => tests.map(({ id }) => id));
  const warnings = Object.keys(documentCodes).filter(
    (code) => isDocumentCode(code) && severities[code] !== 'error',
  );
  return new Set([...rules, ...warnings, 'embedded-file-refused']);
}
