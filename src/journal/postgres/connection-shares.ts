/**
 * Enough for one gateway. Each is a process of the server, which takes some 40 ms of a processor until it knows our tables and statements, and memory for
 * as long as it is there: gateways share out so many, and each has two. Those that have messages in hand share out fewer for their work, and each has one:
 * twice as many on the two processors of a server cost it a third of its orders.
 */
export const connections = { one: 5, all: 20, least: 2, busy: 10 };

/** The gateways on one server that give signs of life, and those of them that have messages in hand, this one included in both. */
export interface GatewayCount {
  readonly alive: number;
  readonly busy: number;
}

/** Connections of one gateway that may be in use at once: for anything, for the work, and for people's questions. */
export function shareOut({ alive, busy }: GatewayCount): Record<'all' | 'work' | 'queries', number> {
  const all = Math.max(connections.least, Math.min(connections.one, Math.floor(connections.all / alive)));
  const work = Math.max(1, Math.min(all, Math.floor(connections.busy / busy)));
  return { all, work, queries: all - 1 };
}
