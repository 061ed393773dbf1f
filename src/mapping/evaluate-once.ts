import type { Formats } from '../formats/interface.ts';
import { ValueError } from '../tree/functions.ts';
import type { Item } from '../tree/items.ts';
import type { TreeNode } from '../tree/node.ts';
import { XPathError } from '../tree/xpath.ts';
import type { Finding } from '../types.ts';
import { bounded, TimeUp } from './bounded.ts';
import { Expressions } from './expressions.ts';
import { namespacesOf } from './models/documents.ts';
import { startScope } from './program.ts';
import { lookupIn } from './tables.ts';

/** Milliseconds. */
const patience = 10_000;

/** One expression at the start of a document, checked as in a mapping first. Items absent: it is wrong, or it failed. */
export function evaluateOnce(
  text: string,
  type: string,
  node: TreeNode,
  formats: Formats,
): { readonly items?: readonly Item[]; readonly findings: readonly Finding[] } {
  const expressions = new Expressions(namespacesOf(type, type, formats));
  const scope = { ...startScope(type, formats, new Set()), variables: new Map() };
  const yaml = { kind: 'text', style: 'plain', text, line: 1, column: 1 } as const;
  const checked = expressions.value(yaml, scope);
  const findings = expressions.problems.map((problem): Finding => ({ severity: 'error', ...problem }));
  if (checked === undefined || findings.some(({ severity }) => severity === 'error')) return { findings };
  try {
    const variables = new Map<string, () => readonly Item[]>();
    const items = bounded(patience, () =>
      checked.xpath.evaluate(node, variables, { lookup: lookupIn(new Map()) }),
    );
    return { items, findings };
  } catch (error) {
    if (!(error instanceof XPathError || error instanceof ValueError || error instanceof TimeUp)) throw error;
    return { findings: [...findings, failed(error)] };
  }
}

const failed = ({ message }: Error): Finding => ({
  code: 'mapping-xpath',
  severity: 'error',
  message: `The expression failed: ${message}`,
  advice: 'Try a part of it.',
});
