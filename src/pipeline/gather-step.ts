import { isDryRunMessage } from '../dry-run-names.ts';
import { isFailed } from '../exchange/exchange-client.ts';
import { createFinding } from '../findings/create-finding.ts';
import type { Message } from '../journal/model/message.ts';
import { crashAt } from '../system/crash-point.ts';
import type { Channel, InboundChannel, OutboundChannel } from './channel/channel.ts';
import { withDryRunNames } from './channel/dry-run-messages.ts';
import { fetchGathered, findAnotherAnswer, readGatheredIdentity } from './gather/fetch-gathered.ts';
import { uploadAll } from './gather/upload-files.ts';
import type { StepTools } from './step-tools.ts';

/** Step 3: what a notice told of is fetched, and files inside a document are uploaded. */
export class GatherStep {
  readonly #tools: StepTools;

  constructor(tools: StepTools) {
    this.#tools = tools;
  }

  /** Undefined: it could not be had, and the message waits, is parked or has ended now. */
  async run(message: Message, channel: Channel): Promise<Uint8Array | undefined> {
    return channel.direction === 'inbound'
      ? await this.#upload(message, channel)
      : await this.#fetch(message, channel);
  }

  async #fetch(message: Message, channel: OutboundChannel): Promise<Uint8Array | undefined> {
    const { journal, exchange } = this.#tools.parts;
    if (!message.gather) return undefined;
    const attempt = await journal.startGather(message.id);
    crashAt('before-gather');
    const answer = await fetchGathered(exchange, message.gather, channel);
    crashAt('after-gather');
    await journal.endAttempt(message.id, attempt, {
      status: answer.status,
      detail: answer.kind,
      unknown: false,
    });
    if (isFailed(answer)) {
      await this.#tools.delivery.conclude(message, channel, answer);
      return undefined;
    }
    const answered = findAnotherAnswer(message, message.gather, answer.body);
    if (answered !== undefined) {
      const values = { asked: message.gather.id, answered };
      const told = createFinding('exchange-answers-another', values, {}, channel.language);
      await this.#tools.transitions.park(message, told.message, [...message.findings, told]);
      return undefined;
    }
    const identity = withDryRunNames(message, readGatheredIdentity(channel, answer.body));
    await journal.storeGathered(message.id, answer.body, identity);
    return answer.body;
  }

  async #upload(message: Message, channel: InboundChannel): Promise<Uint8Array | undefined> {
    const { journal, workers } = this.#tools.parts;
    if (isDryRunMessage(message)) {
      const reason = 'the files in it would be uploaded first.';
      await this.#tools.transitions.settle(message, {
        outcome: 'delivered',
        reason,
        findings: message.findings,
      });
      return undefined;
    }
    const attempt = await journal.startGather(message.id);
    const embedded = await workers.embedded(await this.#tools.tasks.buildEmbedded(message, channel));
    const result = await uploadAll(embedded, this.#tools.parts);
    if ('failed' in result) {
      const { status, kind, body: answer } = result.failed;
      await journal.endAttempt(message.id, attempt, { status, detail: kind, unknown: false, answer });
      await this.#tools.delivery.conclude(message, channel, result.failed);
      return undefined;
    }
    await journal.endAttempt(message.id, attempt, { status: 0, detail: 'uploaded', unknown: false });
    await journal.storeGathered(message.id, result.gathered, {});
    return result.gathered;
  }
}
