import { useLoaded } from '../../shell/use-loaded.ts';

/** Loaded where there are many channels. */
export function OpenFilterBar() {
  const { module } = useLoaded(() => import('./channel-filter-bar.tsx'), ['channels']);
  if (!module) return null;
  const { ChannelFilterBar } = module;
  return <ChannelFilterBar />;
}
