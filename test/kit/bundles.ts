import { registerHooks } from 'node:module';

/** Loaded before a gateway (`--import`), in all its threads: its SCSN formats take files of several documents. */

const bundle = new URL('../../src/pipeline/testkit/bundle.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '../scsn/scsn-format.ts' && context.parentURL?.endsWith('/formats/format-registry.ts')
      ? next(bundle, context)
      : next(specifier, context),
});
