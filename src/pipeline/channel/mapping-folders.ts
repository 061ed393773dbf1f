import { packageFile } from '../../package.ts';

/** Delivered with the package; read-only. */
export const packageFolder = (name: 'mappings' | 'samples'): string => packageFile(name);

/** The folders a mapping is looked up in; the user's wins. */
export const mappingFolders = (own: string | undefined): readonly string[] =>
  own === undefined ? [packageFolder('mappings')] : [own, packageFolder('mappings')];
