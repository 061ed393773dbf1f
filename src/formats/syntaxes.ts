import type { FileLook } from '../tree/xml/not-xml.ts';
import { csv } from './csv/syntax.ts';
import type { SplitText, Syntax } from './define-syntax.ts';
import { edifact } from './edifact/syntax.ts';
import { fixed } from './fixed/syntax.ts';
import { idoc } from './idoc/syntax.ts';
import { xml } from './xml/syntax.ts';

/** All syntaxes, in the order of the manual. Another one is a folder, and a line here. */
export const syntaxes: readonly Syntax[] = [csv, fixed, xml, edifact, idoc];

/** By what `syntax:` of a description says. */
export const findSyntax = (name: unknown): Syntax | undefined => syntaxes.find((one) => one.name === name);

/** How files of each syntax begin, to be told where XML is expected. */
export const fileLooks: readonly FileLook[] = syntaxes.flatMap(({ looks }) => looks ?? []);

/** A document by pieces that a person can point at, where its syntax has others than lines. `text`: with its marks of an encoding, or without. */
export function splitText(text: string): SplitText | undefined {
  for (const syntax of syntaxes) {
    const split = syntax.splitText?.(text);
    if (split !== undefined) return split;
  }
  return undefined;
}
