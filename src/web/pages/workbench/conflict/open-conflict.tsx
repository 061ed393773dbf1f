import { useLoaded } from '../../../shell/use-loaded.ts';

/** In the place of the editor, where others have published over a draft: most drafts never see it. */
export function OpenConflict(props: { readonly name: string }) {
  const { module } = useLoaded(() => import('./conflict-page.tsx'), ['conflict', 'publishing', 'workbench']);
  if (!module) return null;
  const { ConflictPage } = module;
  return <ConflictPage {...props} />;
}
