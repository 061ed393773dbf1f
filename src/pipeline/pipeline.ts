import type { Logger } from 'pino';
import type { Answer, ExchangeClient } from '../exchange/interface.ts';
import type { InboundFolder, OutboundFolder, StagedFile } from '../folders/interface.ts';
import { fileName } from '../folders/name.ts';
import type { CursorMove, Journal, Message, NewMessage } from '../journal/interface.ts';
import type { Finding } from '../types.ts';
import { backoff } from './backoff.ts';
import type { Channel, InboundChannel, OutboundChannel } from './channel.ts';
import { FileSettler } from './file-settler.ts';
import { fetchGather, gatheredIdentity } from './gather.ts';
import { Nudge } from './nudge.ts';
import { changeState, parseState, receivedBodies, type StateChange } from './order-state.ts';
import { type Plan, parsePlan } from './plan.ts';
import type { Deliverable, Prepared } from './prepare.ts';
import { verdictOf } from './verdict.ts';
import { DeadlineExceeded, type Workers } from './workers.ts';

export interface PipelineParts {
  readonly journal: Journal;
  readonly workers: Workers;
  readonly exchange: ExchangeClient;
  readonly channels: readonly Channel[];
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
  readonly log: Logger;
}

/** Messages under way at once; the exchange's own rate and parallel limits lie below this. */
const concurrency = 16;
const checksAtOnce = 2;
/** Commands of the command line are taken up this often, in milliseconds. */
const heartbeat = 1000;

/**
 * Section 3 of the design, once, for every channel in both directions:
 * receive -> journal -> check -> gather -> prepare -> journal -> attempt -> settle.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #channels: ReadonlyMap<string, Channel>;
  readonly #files: FileSettler;
  readonly #toCheck = new Nudge();
  readonly #toWork = new Nudge();
  readonly #underWay = new Set<Promise<void>>();
  #loops: readonly Promise<void>[] = [];
  #stopping = false;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#channels = new Map(parts.channels.map((channel) => [channel.name, channel]));
    this.#files = new FileSettler(parts);
  }

  start(): void {
    this.#loops = [
      ...Array.from({ length: checksAtOnce }, () => this.#checkLoop()),
      this.#workLoop(),
      this.#files.loop(() => this.#stopping),
    ];
  }

  /** Finishes what is under way; the rest is found again in the journal on the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#toCheck.nudge();
    this.#toWork.nudge();
    this.#files.nudge();
    await Promise.all(this.#loops);
    await Promise.all(this.#underWay);
  }

  /** Step 1. Resolves when the bytes are in the journal. */
  async receive(
    documents: readonly NewMessage[],
    cursor?: CursorMove,
  ): Promise<readonly (number | undefined)[]> {
    const ids = await this.#parts.journal.receive(documents, cursor);
    this.#toCheck.nudge();
    return ids;
  }

  readonly #checking = new Set<number>();

  async #checkLoop(): Promise<void> {
    while (!this.#stopping) {
      const message = await this.#surely('read the journal', () =>
        this.#parts.journal.nextToCheck([...this.#checking]),
      );
      if (!message) {
        await this.#toCheck.wait(heartbeat);
        continue;
      }
      this.#checking.add(message.id);
      await this.#surely(`check message ${message.id}`, () => this.#check(message));
      this.#checking.delete(message.id);
      this.#toCheck.nudge();
      this.#toWork.nudge();
    }
  }

  /** Step 2: at once, whatever waits before it. */
  async #check(message: Message): Promise<void> {
    const { journal, workers } = this.#parts;
    const channel = this.#channel(message);
    const bytes = (await journal.part(message.id, 'received')) ?? new Uint8Array();
    const result = await workers.check({ channel, bytes, source: message.source }).catch(outOfTime('check'));
    if (result.verdict === 'ready') return journal.checked(message.id, result.checked);
    await journal.identify(message.id, result.identity);
    if (result.verdict === 'parked') await this.#park(message, result.reason, result.findings);
    else await this.#settle(message, result.verdict, result.reason, result.findings);
  }

  async #workLoop(): Promise<void> {
    const owner = `${process.pid}`;
    while (!this.#stopping) {
      await this.#surely('carry out commands', () => this.#takeCommands());
      const room = concurrency - this.#underWay.size;
      const claimed =
        (await this.#surely('claim messages', () => this.#parts.journal.claim(owner, room, Date.now()))) ??
        [];
      for (const message of claimed) this.#begin(message);
      if (claimed.length < room || room === 0) await this.#toWork.wait(await this.#untilDue());
    }
  }

  async #untilDue(): Promise<number> {
    const due = await this.#surely('read the journal', () => this.#parts.journal.nextDue());
    return Math.min(heartbeat, Math.max(10, (due ?? Number.POSITIVE_INFINITY) - Date.now()));
  }

  async #takeCommands(): Promise<void> {
    for (const command of await this.#parts.journal.takeCommands()) {
      this.#parts.log.info({ command }, 'command carried out');
      this.#toCheck.nudge();
      this.#files.nudge();
    }
  }

  #begin(message: Message): void {
    const work = this.#surely(`work on message ${message.id}`, () => this.#work(message)).then(() => {
      this.#underWay.delete(work);
      this.#toWork.nudge();
    });
    this.#underWay.add(work);
  }

  /** Steps 3 to 6 for a message that is first of its order key. An error of ours makes it wait, never disappear. */
  async #work(message: Message): Promise<void> {
    try {
      const channel = this.#channel(message);
      const attempts = await this.#parts.journal.attempts(message.id);
      const open = attempts.findLast(({ what }) => what === 'deliver');
      if (open && (open.ended === undefined || open.unknown))
        return await this.#resume(message, channel, open);
      const gathered = message.gather ? await this.#gather(message, channel) : undefined;
      if (message.gather && !gathered) return;
      await this.#prepare(message, channel, gathered);
    } catch (error) {
      this.#parts.log.error(
        { err: error, message: message.id, channel: message.channel },
        'message could not be worked on',
      );
      await this.#parts.journal.wait(
        message.id,
        Date.now() + backoff(message.attempts + 3),
        `The gateway could not work on it: ${reasonOf(error)}`,
      );
    }
  }

  /** Step 3. Undefined: the message waits, is parked or settled now. */
  async #gather(message: Message, channel: Channel): Promise<Uint8Array | undefined> {
    const { journal, exchange } = this.#parts;
    if (!message.gather || channel.direction === 'inbound') return undefined;
    const attempt = await journal.gathering(message.id);
    const answer = await fetchGather(exchange, message.gather);
    await journal.ended(message.id, attempt, { status: answer.status, detail: answer.kind, unknown: false });
    if (answer.kind !== 'ok') {
      await this.#conclude(message, channel, answer);
      return undefined;
    }
    await journal.gathered(message.id, answer.body, gatheredIdentity(channel, answer.body));
    return answer.body;
  }

  /** Step 4. */
  async #prepare(message: Message, channel: Channel, gathered: Uint8Array | undefined): Promise<void> {
    const { journal, workers } = this.#parts;
    const address = (await journal.message(message.id))?.address;
    const state = address === undefined ? undefined : await journal.orderState(address);
    const prepared = await workers
      .prepare({
        channel,
        message: { ...message, note: message.source.kind === 'search' && message.source.note },
        bytes: (await journal.part(message.id, 'received')) ?? new Uint8Array(),
        bodies: await this.#bodies(state),
        now: new Date().toISOString(),
        ...(gathered ? { gathered } : {}),
        ...(state === undefined ? {} : { state }),
      })
      .catch(outOfTime('prepare'));
    await this.#carryOut(message, channel, prepared, state);
  }

  async #bodies(state: string | undefined): Promise<Readonly<Record<string, Uint8Array>>> {
    const bodies: Record<string, Uint8Array> = {};
    for (const hash of receivedBodies(parseState(state)))
      bodies[hash] = (await this.#parts.journal.body(hash)) ?? new Uint8Array();
    return bodies;
  }

  async #carryOut(
    message: Message,
    channel: Channel,
    prepared: Prepared,
    state: string | undefined,
  ): Promise<void> {
    const findings = merged(message.findings, prepared.findings);
    if (prepared.kind === 'park') return this.#park(message, prepared.reason, findings);
    if (prepared.kind === 'settle')
      return this.#settle(message, prepared.outcome, prepared.reason, findings, prepared.change);
    await this.#deliver(message, channel, { ...prepared, findings }, state);
  }

  /** Step 5, first attempt: what was prepared and the start of the attempt are one commit. */
  async #deliver(
    message: Message,
    channel: Channel,
    deliverable: Deliverable,
    state: string | undefined,
  ): Promise<void> {
    const { change, fields, findings, mapping, bytes } = deliverable;
    const plan: Plan = { change, fields, findings };
    const { attempt, sequence } = await this.#parts.journal.prepared(message.id, {
      bytes,
      mapping,
      findings,
      state: state ?? '{}',
      plan: JSON.stringify(plan),
    });
    if (channel.direction === 'inbound') await this.#send(message, channel, attempt, bytes, plan);
    else await this.#stage(message, channel, attempt, bytes, plan, sequence);
  }

  /** The last attempt has no known outcome: the same bytes again, or the staged file into place. */
  async #resume(
    message: Message,
    channel: Channel,
    open: { readonly n: number; readonly ended?: string; readonly staged?: StagedFile },
  ): Promise<void> {
    const { journal } = this.#parts;
    const plan = parsePlan(await journal.part(message.id, 'plan'));
    if (channel.direction === 'outbound') {
      if (open.staged) return this.#publish(message, channel, open.n, open.staged, plan);
      await journal.ended(message.id, open.n, {
        status: 0,
        detail: 'The gateway stopped before the file was written.',
        unknown: false,
      });
      return this.#work(message);
    }
    if (open.ended === undefined) {
      await journal.ended(message.id, open.n, {
        status: 0,
        detail: 'The gateway stopped before an answer came.',
        unknown: true,
      });
    }
    const bytes = (await journal.part(message.id, 'prepared')) ?? new Uint8Array();
    await this.#send(message, channel, await journal.again(message.id), bytes, plan);
  }

  async #send(
    message: Message,
    channel: InboundChannel,
    attempt: number,
    bytes: Uint8Array,
    plan: Plan,
  ): Promise<void> {
    const { journal, exchange } = this.#parts;
    const answer = await exchange.send(channel.settings.to.exchange, bytes);
    await journal.ended(message.id, attempt, {
      status: answer.status,
      detail: answer.kind,
      unknown: answer.unknown === true,
      ...(answer.body.length > 0 ? { answer: answer.body } : {}),
    });
    await this.#conclude(message, channel, answer, plan);
  }

  /** What the answer means (DESIGN section 3.2). */
  async #conclude(message: Message, channel: Channel, answer: Answer, plan?: Plan): Promise<void> {
    const { journal } = this.#parts;
    const attempts = await journal.attempts(message.id);
    const first = attempts.find(({ status }) => status === 404);
    const verdict = verdictOf(answer, {
      attempts: attempts.length,
      notFoundFor: first && Date.now() - Date.parse(first.started),
      patience: channel.settings.notFound.patience,
    });
    const findings = plan?.findings ?? message.findings;
    if (verdict.step === 'delivered')
      return this.#settle(
        message,
        'delivered',
        `The exchange took it (${answer.status}).`,
        findings,
        plan?.change,
      );
    if (verdict.step === 'wait') {
      this.#parts.log.warn(
        { message: message.id, channel: message.channel, reason: verdict.reason, ms: verdict.ms },
        'message waits',
      );
      return journal.wait(message.id, Date.now() + verdict.ms, verdict.reason);
    }
    const all = [...findings, verdict.finding];
    if (verdict.step === 'park' || channel.direction === 'outbound')
      return this.#park(message, verdict.finding.message, all);
    return this.#settle(message, 'rejected', verdict.finding.message, all);
  }

  async #stage(
    message: Message,
    channel: OutboundChannel,
    attempt: number,
    bytes: Uint8Array,
    plan: Plan,
    sequence: number,
  ): Promise<void> {
    const date = new Date().toISOString().slice(0, 10);
    const name = fileName(channel.settings.to.name, { ...plan.fields, date, sequence: String(sequence) });
    const staged = await this.#folder(channel).stage(name, bytes);
    await this.#parts.journal.staged(message.id, attempt, staged);
    await this.#publish(message, channel, attempt, staged, plan);
  }

  async #publish(
    message: Message,
    channel: OutboundChannel,
    attempt: number,
    staged: StagedFile,
    plan: Plan,
  ): Promise<void> {
    const { journal } = this.#parts;
    const name = await this.#folder(channel).publish(staged);
    await journal.ended(message.id, attempt, { status: 0, detail: `published as ${name}`, unknown: false });
    await this.#settle(message, 'delivered', `Published as ${name}.`, plan.findings, plan.change);
  }

  async #park(message: Message, reason: string, findings: readonly Finding[]): Promise<void> {
    await this.#parts.journal.park(message.id, reason, findings);
    this.#parts.log.warn(
      { message: message.id, channel: message.channel, name: message.name, reason },
      'message parked',
    );
    this.#files.nudge();
  }

  /** Step 6: outcome and order state in one transaction; the file is moved afterwards, and again after a crash. */
  async #settle(
    message: Message,
    outcome: NonNullable<Message['outcome']>,
    reason: string,
    findings: readonly Finding[],
    change?: StateChange,
  ): Promise<void> {
    const by = {
      channel: message.channel,
      direction: message.direction,
      message: message.id,
      at: new Date().toISOString(),
    };
    await this.#parts.journal.settle(message.id, {
      outcome,
      reason,
      findings,
      ...(change ? { change: (state) => JSON.stringify(changeState(parseState(state), change, by)) } : {}),
    });
    this.#parts.log.info(
      { message: message.id, channel: message.channel, name: message.name, outcome, reason },
      'message settled',
    );
    this.#files.nudge();
  }

  #channel(message: Message): Channel {
    const channel = this.#channels.get(message.channel);
    if (!channel)
      throw new Error(
        `The channel ${message.channel} is no longer in the config; put it back to finish its messages.`,
      );
    return channel;
  }

  #folder(channel: OutboundChannel): OutboundFolder {
    const folder = this.#parts.outbound.get(channel.name);
    if (!folder) throw new Error(`The outbound folder of channel ${channel.name} is not open.`);
    return folder;
  }

  /** A loop goes on whatever happens: an error (a full disk, say) is logged and what it met is tried again later. */
  async #surely<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#parts.log.error({ err: error }, `could not ${what}`);
      await new Promise((resolve) => setTimeout(resolve, heartbeat));
      return undefined;
    }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Findings of check stay; those of prepare come after. */
function merged(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const known = new Set(before.map((finding) => JSON.stringify(finding)));
  return [...before, ...after.filter((finding) => !known.has(JSON.stringify(finding)))];
}

/** A document that cannot be worked on within the deadline is put aside for a person. */
function outOfTime(step: 'check' | 'prepare') {
  return (
    error: unknown,
  ): {
    readonly verdict: 'parked';
    readonly kind: 'park';
    readonly reason: string;
    readonly findings: readonly Finding[];
    readonly identity: object;
  } => {
    if (!(error instanceof DeadlineExceeded)) throw error;
    const finding: Finding = {
      code: 'deadline-exceeded',
      severity: 'park',
      message: `${error.message} (${step})`,
      advice: 'Look whether the document is what it should be; `gateway journal retry` tries it once more.',
    };
    return { verdict: 'parked', kind: 'park', reason: finding.message, findings: [finding], identity: {} };
  };
}
