import { useLoaded } from '../../../shell/use-loaded.ts';
import type { PasteProps } from './paste-dialog.tsx';

/** The dialog that takes rows from a spreadsheet, loaded by who pastes. */
export function OpenPaste(props: PasteProps) {
  const { module } = useLoaded(() => import('./paste-dialog.tsx'), ['pasting']);
  if (!module) return null;
  const { PasteDialog } = module;
  return <PasteDialog {...props} />;
}
