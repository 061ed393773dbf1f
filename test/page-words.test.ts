import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFrameWords, readPageRoutes } from '../packaging/page-routes.ts';
import { packageFile } from '../src/package.ts';

/** A reader loads the words of the pages that are opened: a page must say which, no fewer (it would break) and no more. */

const web = packageFile('src', 'web');

/** The modules that come with this one, itself among them; what is imported when it is needed does not. */
function modulesWith(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(web, file), 'utf8');
  for (const [, to = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?'(\.[^']+\.tsx?)';/gm)) {
    const path = normalize(join(dirname(file), to)).replaceAll('\\', '/');
    if (!path.startsWith('..') && existsSync(join(web, path))) modulesWith(path, found);
  }
  return found;
}

/** `words.value.orders`, and `const { orders, states: texts } = words.value`. */
function wordsIn(file: string): readonly string[] {
  const text = readFileSync(join(web, file), 'utf8');
  const direct = [...text.matchAll(/\bwords\.value\.(\w+)/g)].map(([, name = '']) => name);
  const taken = [...text.matchAll(/\{([^{}]*)\} = words\.value;/g)].flatMap(([, names = '']) =>
    names.split(',').flatMap((one) => /^\s*(\w+)/.exec(one)?.[1] ?? []),
  );
  return [...direct, ...taken];
}

/** Parts that are loaded when a reader opens them. */
function listParts(): readonly { readonly file: string; readonly words: readonly string[] }[] {
  const loading = /useLoaded\(\(\) => import\('([^']+)'\), \[([^\]]*)\]/g;
  return globSync('**/*.tsx', { cwd: web }).flatMap((from) =>
    [...readFileSync(join(web, from), 'utf8').matchAll(loading)].map(([, to = '', words = '']) => ({
      file: normalize(join(dirname(from), to)).replaceAll('\\', '/'),
      words: [...words.matchAll(/\w+/g)].map(([name]) => name),
    })),
  );
}

describe('words of the pages', () => {
  const frame = modulesWith('main.tsx');
  const pages = readPageRoutes();

  it('are those of the frame, for what stands on every page', () => {
    const needed = [...frame].flatMap(wordsIn);
    expect(needed.filter((name) => !readFrameWords().includes(name))).toEqual([]);
    expect(needed).toContain('shell');
  });

  it.each(pages)('$path names those that it shows', ({ file, words }) => {
    const needed = new Set([...modulesWith(file)].filter((one) => !frame.has(one)).flatMap(wordsIn));
    const own = [...needed].filter((name) => !readFrameWords().includes(name));
    expect(words.toSorted()).toEqual(own.toSorted());
  });

  it.each(listParts())('$file names those that it shows, where it is loaded', ({ file, words }) => {
    const needed = [...modulesWith(file)].filter((one) => !frame.has(one)).flatMap(wordsIn);
    expect(words.toSorted()).toEqual(
      [...new Set(needed)].filter((name) => !readFrameWords().includes(name)).toSorted(),
    );
  });

  it('are read as the pages are written', () => {
    expect(pages.length).toBe(readFileSync(join(web, 'shell/pages.ts'), 'utf8').match(/\bload: \(/g)?.length);
  });
});
