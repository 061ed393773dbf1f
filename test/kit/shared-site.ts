import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { patience } from './machine.ts';
import { Site, type SiteOptions } from './site.ts';

/**
 * One site with a gateway for all tests of a group, which have orders of their own: to start one takes longer than what most tests do with
 * it. Before each test `use` is given it.
 */
export function shareSite(
  use: (site: Site) => void,
  options?: SiteOptions,
  shape: Parameters<Site['start']>[0] = 'none',
): void {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await Site.open(options);
    await site.start(shape);
  }, 120_000 * patience);
  beforeEach(async () => {
    if (site === undefined) throw new Error('the site is not open');
    await site.begin();
    use(site);
  });
  afterAll(() => site?.close());
}

/** A site of the test that runs, which is closed after it. */
export async function openOwnSite(options?: SiteOptions): Promise<Site> {
  const site = await Site.open(options);
  onTestFinished(() => site.close());
  return site;
}
