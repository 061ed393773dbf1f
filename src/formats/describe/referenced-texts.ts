/** Texts that a description builds on, by their names; undefined where there is none. */
export interface ReferencedTexts {
  guide(name: string): string | undefined;
  directory(name: string): string | undefined;
}

/** Nothing that a description could build on. */
export const noReferencedTexts: ReferencedTexts = { guide: () => undefined, directory: () => undefined };

/** A file beside the format's own, by its path from there with `/`; undefined: there is none. */
export type ReadNearby = (path: string) => string | undefined;
