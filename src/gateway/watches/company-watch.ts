import { readOrderIdentity } from '../../exchange/documents/order-identity.ts';
import { readShipmentIdentity } from '../../exchange/documents/shipment-identity.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { type Channel, isOutboundChannel, type OutboundChannel } from '../../pipeline/channel/channel.ts';
import { isSameCompany } from '../../pipeline/check/check-received.ts';
import type { Log } from '../../system/log.ts';
import { Repeating } from '../../time/repeating.ts';
import type { Role } from '../../types.ts';

/** Milliseconds between two looks. */
const every = 30_000;

/** Messages of a channel that one look reads, newest first. */
const messagesPerLook = 50;

/** Companies on both sides of what came; undefined: the document does not say. */
type Sides = Readonly<Record<Role, string | undefined>>;

/** What came for a channel so far, while none of it is ours. */
interface ForeignTally {
  /** The newest message that was read. */
  readonly upTo: number;
  /** Companies in our place, each once. */
  readonly companies: readonly string[];
  readonly count: number;
  /** Of those, how many have our company on the other side. */
  readonly swapped: number;
}

const emptyTally: ForeignTally = { upTo: 0, companies: [], count: 0, swapped: 0 };

/**
 * Looks whether what the exchange tells is about our company. One wrong digit in `companyId` makes every answer somebody
 * else's: all are ignored, and nothing else is wrong. A channel that got one of ours is not looked at again.
 */
export class CompanyWatch extends Repeating {
  readonly #channels: readonly OutboundChannel[];
  readonly #journal: Pick<JournalReader, 'list' | 'findNewestId' | 'part' | 'body'>;
  readonly #log: Log;
  readonly #proven = new Set<string>();
  readonly #tallies = new Map<string, ForeignTally>();

  constructor(
    channels: readonly Channel[],
    journal: Pick<JournalReader, 'list' | 'findNewestId' | 'part' | 'body'>,
    log: Log,
  ) {
    super(every);
    this.#channels = channels.filter(isOutboundChannel).filter(({ companyId }) => companyId !== '');
    this.#journal = journal;
    this.#log = log;
  }

  protected override async round(): Promise<unknown> {
    if (this.#proven.size === this.#channels.length) return 'done';
    // the journal tells its own trouble
    const untold = (error: unknown): void =>
      this.#log.debug({ err: error }, 'it cannot be told whose orders came');
    return await this.look().catch(untold);
  }

  /** By channel. */
  troubles(): ReadonlyMap<string, LocalizedText> {
    const wrong = this.#channels.flatMap((channel) => {
      const tally = this.#tallies.get(channel.name);
      return tally && tally.count > 0 ? [[channel.name, renderTally(channel, tally)] as const] : [];
    });
    return new Map(wrong);
  }

  async look(): Promise<void> {
    for (const channel of this.#channels)
      if (!this.#proven.has(channel.name) && !this.stopping.aborted) await this.#lookAt(channel);
  }

  async #lookAt(channel: OutboundChannel): Promise<void> {
    const { name } = channel;
    let tally = this.#tallies.get(name) ?? emptyTally;
    if (((await this.#journal.findNewestId(name)) ?? 0) <= tally.upTo) return;
    const found = await this.#journal.list({ channel: name, limit: messagesPerLook });
    for (const message of found.filter(({ id }) => id > tally.upTo).reverse()) {
      const sides = await this.#sidesOf(message);
      if (sides && isOurs(channel, sides)) {
        this.#proven.add(name);
        this.#tallies.delete(name);
        return;
      }
      tally = { ...this.#count(tally, channel, sides), upTo: message.id };
    }
    this.#tallies.set(name, tally);
  }

  /** What another channel takes is nobody's mistake. */
  #count(tally: ForeignTally, channel: OutboundChannel, sides: Sides | undefined): ForeignTally {
    const company = sides?.[channel.as];
    if (!sides || company === undefined || this.#channels.some((one) => isOurs(one, sides))) return tally;
    const other = sides[channel.as === 'buyer' ? 'supplier' : 'buyer'];
    return {
      ...tally,
      companies: [...new Set([...tally.companies, company])],
      count: tally.count + 1,
      swapped: tally.swapped + (other && isSameCompany(other, channel.companyId) ? 1 : 0),
    };
  }

  /** Undefined: it cannot be told, or not yet. */
  async #sidesOf({ id, hash, source }: Message): Promise<Sides | undefined> {
    const body = source.kind === 'notice' ? undefined : await this.#journal.body(hash);
    const bytes = (await this.#journal.part(id, 'gathered')) ?? body;
    if (!bytes) return undefined;
    const order = readOrderIdentity(bytes);
    if (order) return { buyer: order.buyerCompanyId, supplier: order.supplierCompanyId };
    return { buyer: readShipmentIdentity(bytes)?.buyerCompanyId, supplier: undefined };
  }
}

function isOurs({ as, companyId }: OutboundChannel, sides: Sides): boolean {
  const company = sides[as];
  return company !== undefined && isSameCompany(company, companyId);
}

/** Companies that are named. */
const mostNamed = 3;

function renderTally(
  { name, as, companyId }: OutboundChannel,
  { companies, count, swapped }: ForeignTally,
): LocalizedText {
  const role = localize(as === 'buyer' ? 'role-buyer' : 'role-supplier');
  const values = { channel: name, count, role, as, own: companyId };
  if (swapped === count)
    return localize('not-ours-role', {
      ...values,
      other: localize(as === 'buyer' ? 'role-supplier' : 'role-buyer'),
    });
  const more = companies.length > mostNamed ? ' …' : '';
  return localize('not-ours', { ...values, companies: companies.slice(0, mostNamed).join(', ') + more });
}
