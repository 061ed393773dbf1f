import { connect, createServer, type Socket } from 'node:net';

/** Whose bytes do not arrive any more. */
export type Direction = 'client' | 'server' | 'both';

/**
 * A TCP proxy on loopback that can become half-open, for SFTP, HTTP and PostgreSQL: connections stay, and nothing arrives. With `server`
 * frozen, requests are carried out and their answers are lost.
 */
export interface HalfOpenProxy {
  readonly port: number;
  /** The connections that are there stand still; new ones pass, unless `newOnes` says otherwise. */
  freeze(direction?: Direction, newOnes?: boolean): void;
  /** What was held back arrives. */
  thaw(): void;
  /** A connection whose client sends what matches is cut when the answer comes: it was carried out, and nobody knows. */
  loseAnswers(matches: (bytes: Buffer) => boolean): void;
  /** New connections go there. */
  turnTo(port: number): void;
  /** Closes the connections that are there, without a word. */
  cut(): void;
  /** Connections that are open now, and all there ever were. */
  open(): number;
  connections(): number;
  close(): Promise<void>;
}

/** One way of one connection. */
interface Way {
  readonly direction: 'client' | 'server';
  readonly from: Socket;
  readonly to: Socket;
  readonly held: Buffer[];
  isFrozen: boolean;
  /** What comes next ends the connection. */
  isLast: boolean;
}

export async function startProxy(target: number, host = '127.0.0.1'): Promise<HalfOpenProxy> {
  const ways = new Set<Way>();
  let count = 0;
  let port = target;
  let frozen: Direction | undefined;
  let isLost = (_: Buffer): boolean => false;
  const isFrozen = (direction: 'client' | 'server') => frozen === 'both' || frozen === direction;
  // as without a proxy between: nothing waits for an acknowledgement
  const listener = createServer({ noDelay: true }, (client) => {
    count += 1;
    const server = connect({ port, host, noDelay: true });
    const way = (direction: 'client' | 'server', from: Socket, to: Socket): Way => {
      const made = { direction, from, to, held: [], isFrozen: isFrozen(direction), isLast: false };
      forward(made, ways);
      return made;
    };
    way('client', client, server);
    const answers = way('server', server, client);
    client.on('data', (bytes) => {
      answers.isLast ||= isLost(bytes);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    for (const { from } of ways) from.destroy();
  };
  return {
    port: address.port,
    cut,
    loseAnswers(matches) {
      isLost = matches;
    },
    turnTo(next) {
      port = next;
    },
    freeze(which = 'both', newOnes = false) {
      frozen = newOnes ? which : undefined;
      for (const way of ways) if (which === 'both' || way.direction === which) way.isFrozen = true;
    },
    thaw() {
      frozen = undefined;
      for (const way of ways) {
        way.isFrozen = false;
        for (const bytes of way.held.splice(0)) way.to.write(bytes);
      }
    },
    open: () => [...ways].filter(({ direction }) => direction === 'client').length,
    connections: () => count,
    async close() {
      cut();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Bytes are read also while they are held back, so that the end of a connection is seen; it takes the other side with it. */
function forward(way: Way, ways: Set<Way>): void {
  const { from, to } = way;
  ways.add(way);
  from.on('data', (bytes: Buffer) => {
    if (way.isLast) from.destroy();
    else if (way.isFrozen) way.held.push(bytes);
    else to.write(bytes);
  });
  from.on('error', () => from.destroy());
  from.on('close', () => {
    ways.delete(way);
    to.destroy();
  });
}
