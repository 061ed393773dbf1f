import { useLoaded } from '../../../shell/use-loaded.ts';
import type { AboutProps } from './about-table.tsx';

/** Comes after the rows, which are typed meanwhile. */
export function OpenAbout(props: AboutProps) {
  const { module } = useLoaded(() => import('./about-table.tsx'), ['aboutTable']);
  if (!module) return null;
  const { AboutTable } = module;
  return <AboutTable {...props} />;
}
