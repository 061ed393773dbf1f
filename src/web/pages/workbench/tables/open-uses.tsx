import { useLoaded } from '../../../shell/use-loaded.ts';
import type { UsesProps } from './table-uses.tsx';

/** Comes after the rows, which are typed meanwhile. */
export function OpenUses(props: UsesProps) {
  const { module } = useLoaded(() => import('./table-uses.tsx'), ['tables']);
  if (!module) return null;
  const { TableUses } = module;
  return <TableUses {...props} />;
}
