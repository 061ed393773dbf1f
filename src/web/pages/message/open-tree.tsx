import { useLoaded } from '../../shell/use-loaded.ts';

/** The document as a tree, loaded by who asks for it. */
export function OpenTree(props: { readonly id: number }) {
  const { module } = useLoaded(() => import('./tree-view.tsx'), ['messages']);
  if (!module) return null;
  const { TreeView } = module;
  return <TreeView {...props} />;
}
