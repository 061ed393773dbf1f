import { readFileSync } from 'node:fs';
import { packageFile } from '../src/package.ts';

/** A page of the browser, as `src/web/shell/pages.ts` names it. */
export interface PageSource {
  /** `/orders/:number` */
  readonly path: string;
  /** Below `src/web`. */
  readonly file: string;
  readonly words: readonly string[];
}

const web = (file: string): string => readFileSync(packageFile('src', 'web', file), 'utf8');

/** Read as text, since the pages are compiled for another place than this one. */
export function readPageRoutes(): readonly PageSource[] {
  const route =
    /path: '([^']+)',\s*section: [^,]+,\s*words: \[([^\]]*)\],\s*load: \(\) => import\('\.\.?\/([^']+)'\)/g;
  return [...web('shell/pages.ts').matchAll(route)].map(([, path = '', words = '', file = '']) => ({
    path,
    words: [...words.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    file: file.startsWith('pages/') ? file : `shell/${file}`,
  }));
}

/** The words that every reader loads, with the list of the others. */
export function readFrameWords(): readonly string[] {
  const [, names = ''] = /frameWords = \{([^}]*)\}/.exec(web('words/en.ts')) ?? [];
  return [...names.matchAll(/\w+/g)].map(([name]) => name);
}

/** Which file of a language's words has those of this name, below `src/web`. */
export function fileOfWords(language: 'en' | 'nl', name: string): string {
  const [, file] =
    new RegExp(`\\b${name}: \\(\\) => import\\('\\./([^']+)'`).exec(web(`words/${language}.ts`)) ?? [];
  if (file === undefined) throw new Error(`There are no words of the name ${name}.`);
  return `words/${file}`;
}
