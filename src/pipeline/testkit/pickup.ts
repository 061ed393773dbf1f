import { buildOrderChannel } from './channels.ts';

/** A channel that sends the orders of a folder as they are. */
export const orders = buildOrderChannel({ from: { folder: 'out' } });

/** Milliseconds. */
export const settle = { interval: 40, patience: 5_000, giveUp: 10_000 };
