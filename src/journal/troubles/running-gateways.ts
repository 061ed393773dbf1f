import type { GatewayTroubles } from '../trouble-store.ts';

/** Milliseconds without a sign of life after which nobody counts on a gateway. */
const silentAfter = 120_000;

export const isSilent = ({ silent = 0 }: Pick<GatewayTroubles, 'silent'>): boolean => silent > silentAfter;

/** One that is alone on its journal gives no signs of life, and says what it runs. */
export const isRunning = (gateway: Pick<GatewayTroubles, 'silent' | 'mappings'>): boolean =>
  gateway.silent === undefined ? gateway.mappings !== undefined : !isSilent(gateway);
