import { useLoaded } from '../../../shell/use-loaded.ts';
import type { MenuProps } from './mapping-menu.tsx';

/** Loaded by who goes to another mapping. */
export function OpenMappingMenu(props: MenuProps) {
  const { module } = useLoaded(() => import('./mapping-menu.tsx'), ['mappings']);
  if (!module) return null;
  const { MappingMenu } = module;
  return <MappingMenu {...props} />;
}
