import type { z } from 'zod';
import type { Finding, Kind } from '../types.ts';
import { checkDescription, type OpenedDescription } from './describe/parse-description.ts';
import type { ReadNearby, ReferencedTexts } from './describe/referenced-texts.ts';
import type { Format } from './document-format.ts';

/**
 * One way to write files, with everything that the gateway knows of it: `csv/syntax.ts` and its like. `syntaxes.ts` lists them;
 * nobody else names one.
 */
export interface Syntax {
  /** What `syntax:` of a description says: `csv`. */
  readonly name: string;
  /** What people call its documents: `a table (CSV)`. */
  readonly label: string;
  /** Of its descriptions; `syntax` is a literal of its name. */
  readonly schema: z.ZodType;
  /** What may stand in the tree of a description, for the manual. */
  readonly treeSchemas: readonly TreeSchema[];
  /** The format that a description describes. Never throws for what its text says. */
  load(input: DescriptionInput): LoadedDescription;
}

export interface TreeSchema {
  /** Where it holds: `an element in the tree of an XML`. */
  readonly place: string;
  readonly schema: z.ZodType;
}

/** What the descriptions of all syntaxes have; the rest is known to its syntax alone. */
export interface SyntaxDescription {
  readonly format: string;
  readonly syntax: string;
  readonly kind?: Kind | undefined;
  readonly extension?: string | undefined;
}

/** A description, and what it may build on. */
export interface DescriptionInput extends OpenedDescription {
  readonly text: string;
  readonly referenced: ReferencedTexts;
  /** Files beside the description. */
  readonly readNearby: ReadNearby;
}

export interface LoadedDescription {
  /** Absent when a finding is an error. */
  readonly format?: Format;
  readonly findings: readonly Finding[];
  /** Markdown for a partner or the ERP's programmer: how such a file looks. Absent where there is no format. */
  renderPage?(): string;
}

/** A syntax as its folder declares it: `load` gets a description that fits the schema. */
export interface SyntaxParts<D extends SyntaxDescription> extends Omit<Syntax, 'schema' | 'load'> {
  readonly schema: z.ZodType<D>;
  load(input: DescriptionInput & { readonly description: D }): LoadedDescription;
}

export function defineSyntax<D extends SyntaxDescription>(parts: SyntaxParts<D>): Syntax {
  return {
    ...parts,
    load(input) {
      const { description, findings } = checkDescription(parts.schema, input);
      if (description === undefined) return { findings };
      const loaded = parts.load({ ...input, description });
      return { ...loaded, findings: [...findings, ...loaded.findings] };
    },
  };
}
