import { useLoaded } from '../../../shell/use-loaded.ts';
import type { IgnoreProps } from './ignore-dialog.tsx';
import type { MapProps } from './map-dialog.tsx';

/** The dialogs of this page, loaded by who edits: most only look. */
export function OpenMap(props: MapProps) {
  const { module } = useLoaded(() => import('./map-dialog.tsx'), ['lost', 'panes']);
  if (!module) return null;
  const { MapDialog } = module;
  return <MapDialog {...props} />;
}

export function OpenIgnore(props: IgnoreProps) {
  const { module } = useLoaded(() => import('./ignore-dialog.tsx'), ['lost']);
  if (!module) return null;
  const { IgnoreDialog } = module;
  return <IgnoreDialog {...props} />;
}
