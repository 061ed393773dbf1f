import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { Command, CommandResult, Journal } from '../journal.ts';
import type { CheckedMessage, Message, NewMessage } from '../model/message.ts';

/** An engine to be held against the kit. */
export interface EngineUnderTest {
  /** An empty journal; it may be on the connections of the one before. */
  fresh(): Promise<Journal>;
  /** The same once more, as after a restart. */
  reopen(): Promise<Journal>;
  /** Changes its tables behind its back. */
  sql(text: string): Promise<unknown>;
  close(): Promise<void>;
}

/** What the behaviours work with: a fresh journal for each. */
export interface Kit {
  readonly journal: Journal;
  /** Changes its tables behind its back: it need not be whole afterwards. */
  damage(sql: string): Promise<void>;
  /** Closes the journal and opens it again. */
  reopen(): Promise<void>;
  file(text: string): NewMessage;
  event(text: string, seen?: string): NewMessage;
  receive(...documents: NewMessage[]): Promise<number[]>;
  /** Received and checked. */
  ready(document: NewMessage, checked?: Partial<CheckedMessage>): Promise<number>;
  claimed(due?: number): Promise<number[]>;
  deliver(id: number): Promise<void>;
  /** Leaves a decision and has it carried out; what came of it, or undefined when it has to wait. */
  decide(
    decision: Pick<Command, 'action' | 'message'> & Partial<Command>,
  ): Promise<CommandResult | undefined>;
}

export function kitOf(engine: EngineUnderTest): Kit {
  let journal: Journal;
  let claims = 0;
  let damaged = false;
  const inHand = new Set<number>();

  beforeEach(async () => {
    damaged = false;
    inHand.clear();
    journal = await engine.fresh();
  });

  afterEach(async () => {
    if (!damaged) expect(await journal.verify()).toEqual([]);
    await journal.close();
  });

  afterAll(() => engine.close());

  async function damage(sql: string): Promise<void> {
    damaged = true;
    await engine.sql(sql);
  }

  async function reopen(): Promise<void> {
    await journal.close();
    inHand.clear();
    journal = await engine.reopen();
  }

  function file(text: string): NewMessage {
    claims += 1;
    return {
      channel: 'orders',
      direction: 'inbound',
      name: `${claims}.xml`,
      source: { kind: 'file', id: `claim-${claims}`, name: `${claims}.xml`, size: text.length, mtime: 1 },
      bytes: Buffer.from(text),
    };
  }

  const event = (text: string, seen?: string): NewMessage => ({
    channel: 'responses',
    direction: 'outbound',
    name: 'OrderLinesAcceptedBySupplier',
    source: { kind: 'webhook', method: 'POST' },
    bytes: Buffer.from(text),
    ...(seen ? { seen } : {}),
  });

  async function receive(...documents: NewMessage[]): Promise<number[]> {
    const ids = await journal.receive(documents);
    return ids.map((id) => id ?? 0);
  }

  async function ready(document: NewMessage, checked: Partial<CheckedMessage> = {}): Promise<number> {
    const [id = 0] = await receive(document);
    await journal.storeChecked(id, { findings: [], ...checked });
    return id;
  }

  /** Of both directions. */
  async function claim(due: number): Promise<readonly Message[]> {
    const query = { count: 10, due, busy: [...inHand] };
    const inbound = await journal.claim({ ...query, direction: 'inbound' });
    return [...inbound, ...(await journal.claim({ ...query, direction: 'outbound' }))];
  }

  async function claimed(due = Date.now()): Promise<number[]> {
    const ids = (await claim(due)).map(({ id }) => id);
    for (const id of ids) inHand.add(id);
    return ids;
  }

  const deliver = (id: number): Promise<void> =>
    journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });

  async function decide(
    decision: Pick<Command, 'action' | 'message'> & Partial<Command>,
  ): Promise<CommandResult | undefined> {
    const command = await journal.enqueueCommand({ force: false, reason: '', ...decision });
    await journal.carryOutCommands();
    return await journal.findCommandResult(command);
  }

  return {
    get journal() {
      return journal;
    },
    ...{ damage, reopen, file, event, receive, ready, claimed, deliver, decide },
  };
}
