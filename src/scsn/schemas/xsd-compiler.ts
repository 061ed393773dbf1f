import type { CompileXsd } from './schema-set.ts';

/**
 * What compiles XSDs: libxml2, in a program that loads it (libxml.ts). A thread that only looks at files loads the formats without it, and
 * holds 12 MB less.
 */
let compiler: CompileXsd | undefined;

export function provideXsdCompiler(compile: CompileXsd): void {
  compiler = compile;
}

/** Throws an Error in words for an XSD that cannot be compiled. */
export const compileXsd: CompileXsd = (name, serve) => {
  if (compiler === undefined) throw new Error('This program does not load libxml2: it compiles no XSDs.');
  return compiler(name, serve);
};
