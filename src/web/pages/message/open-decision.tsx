import { useLoaded } from '../../shell/use-loaded.ts';
import type { DecisionDialogProps } from './decision-dialog.tsx';

/** The dialog that decides, loaded by who decides. */
export function OpenDecision(props: DecisionDialogProps) {
  const { module } = useLoaded(() => import('./decision-dialog.tsx'), ['messages', 'plans']);
  if (!module) return null;
  const { DecisionDialog } = module;
  return <DecisionDialog {...props} />;
}
