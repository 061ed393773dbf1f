import { useLoaded } from '../../../shell/use-loaded.ts';
import type { MapProps } from './map-dialog.tsx';

/** The dialog that places a value, loaded by who edits: most only look. */
export function OpenMap(props: MapProps) {
  const { module } = useLoaded(() => import('./map-dialog.tsx'), ['lost', 'panes']);
  if (!module) return null;
  const { MapDialog } = module;
  return <MapDialog {...props} />;
}
