import { useLoaded } from '../../../shell/use-loaded.ts';
import type { PublishProps } from './publish-dialog.tsx';

/** The dialog that publishes, loaded by who publishes: most only look. */
export function OpenPublish(props: PublishProps) {
  const { module } = useLoaded(() => import('./publish-dialog.tsx'), ['gate', 'publishing', 'workbench']);
  if (!module) return null;
  const { PublishDialog } = module;
  return <PublishDialog {...props} />;
}
