import { useLoaded } from '../../shell/use-loaded.ts';
import type { NoteProps } from './other-window-note.tsx';

/** Loaded where two windows differ. */
export function OpenOtherWindow(props: NoteProps) {
  const { module } = useLoaded(() => import('./other-window-note.tsx'), ['drafts']);
  if (!module) return null;
  const { OtherWindowNote } = module;
  return <OtherWindowNote {...props} />;
}
