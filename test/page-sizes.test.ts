import { beforeAll, describe, expect, it } from 'vitest';
import { type MeasuredPages, measurePages } from '../packaging/measure-pages.ts';

/** Bytes of script, gzipped. `node bench/page-sizes.ts` says what each page takes. Pages of the workbench keep what is typed, too. */
const budget = { page: 30_000, workbench: 32_000, visit: 42_000, editor: 230_000 };

/** Something is edited there, so that the editor is loaded. */
const withEditor = ['/messages/:id/edit', '/mappings/:name'];

let pages: MeasuredPages;
beforeAll(async () => {
  pages = await measurePages();
});

describe.each(['en', 'nl'] as const)('script that a reader of %s loads', (language) => {
  it('is small for each page that is opened first', () => {
    const large = pages.paths
      .filter((path) => !withEditor.includes(path))
      .map((path) => ({ path, size: pages.sizeOfVisit(language, [path]) }))
      .filter(({ path, size }) => size > (path.startsWith('/mappings/') ? budget.workbench : budget.page));
    expect(large).toEqual([]);
  });

  it('is small for who looks for an order and why it is held up', () => {
    const visit = pages.sizeOfVisit(language, ['/', '/find', '/orders/:number', '/messages/:id']);
    expect(visit).toBeGreaterThan(pages.sizeOfVisit(language, ['/']));
    expect(visit).toBeLessThan(budget.visit);
  });

  it('has the editor only where something is edited', () => {
    const sizes = withEditor.map((path) => pages.sizeOfVisit(language, [path]));
    expect(Math.min(...sizes)).toBeGreaterThan(100_000);
    expect(Math.max(...sizes)).toBeLessThan(budget.editor);
  });
});
