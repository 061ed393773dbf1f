import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { pino } from 'pino';
import { buildOrderCheck } from '../../../simulator/orders/check-sci-order.ts';
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts';
import { pagesUrlOf } from '../../config/operator-pages.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import type { Message } from '../../journal/model/message.ts';
import { addSystemLink } from '../../operator/users/manage-users.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { loadSchemas } from '../../scsn/load-schemas.ts';
import { renderGatewayCall, renderTable } from '../kit/command-kit.ts';
import { waitForWindowEnd } from '../kit/stop-signals.ts';
import { pagesLinkTo, systemActor } from '../user/user-site.ts';
import { configPathOf, webhookPassword, writeDemoConfig } from './demo-config.ts';
import { renderEditingHints, writeOwnMappings } from './demo-mappings.ts';
import { readScenario, type Step, samplePath } from './demo-scenario.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .option('--keep', 'stay up afterwards, to try your own files and mappings', false)
    .action(async ({ keep }: { keep: boolean }) => {
      const demo = await Demo.open(keep);
      try {
        for (const step of readScenario()) await demo.run(step);
        await demo.idle();
        process.exitCode = (await demo.summary()) ? 0 : 1;
        if (keep) await demo.stay();
      } finally {
        await demo.close();
      }
    });
}

/** Seconds that one step may take. */
const patience = 30;
/** The buyer's number in the supplier's ERP, as the samples have it. */
const buyerAccountNumber = 'D10077';

class Demo {
  readonly #folder: string;
  readonly #config: Config;
  readonly #simulator: Simulator;
  readonly #gateway: Gateway;
  /** What was expected of which message, in order of arrival. */
  readonly #expected = new Map<number, string>();
  readonly #failures: string[] = [];
  readonly #told = new Set<number>();

  private constructor(folder: string, config: Config, simulator: Simulator, gateway: Gateway) {
    this.#folder = folder;
    this.#config = config;
    this.#simulator = simulator;
    this.#gateway = gateway;
  }

  /** `keep`: with mappings to edit. */
  static async open(keep: boolean): Promise<Demo> {
    const folder = mkdtempSync(join(tmpdir(), 'scsn-gateway-demo-'));
    const simulator = await startSimulator({
      checkOrder: buildOrderCheck(loadSchemas()),
      buyerAccountNumber,
    });
    if (keep) writeOwnMappings(folder);
    const config = await writeDemoConfig(folder, simulator);
    const log = pino({ level: 'info' }, pino.destination({ dest: join(folder, 'gateway.log'), sync: true }));
    const gateway = await startGateway(config, log, undefined, configPathOf(folder));
    const demo = new Demo(folder, config, simulator, gateway);
    console.log(
      `Everything is in ${folder} (log: gateway.log). The exchange is simulated at ${simulator.url}.\n`,
    );
    demo.#webhooks('POST');
    return demo;
  }

  async run(step: Step): Promise<void> {
    console.log(`\u25b8 ${step.say}`);
    if (step.webhooks) this.#webhooks(step.webhooks);
    const before = await this.#published();
    const ids = (await this.#messages()).map(({ id }) => id);
    if (step.act) this.#simulator.act(step.act);
    if (step.drop && step.channel)
      await this.#drop(step.drop, step.channel, step.expect ?? 'delivered', Math.max(0, ...ids));
    for (const [channel, count] of Object.entries(step.publishes))
      await this.#publishes(channel, (before.get(channel) ?? 0) + count);
    await this.#tell();
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    await this.#simulator.waitForWebhooks();
    await this.#until('everything to end', async () => (await this.#messages()).every(isEnded));
    await this.#tell();
  }

  /** The table, and whether everything came out as expected. */
  async summary(): Promise<boolean> {
    const rows = [...(await this.#messages())]
      .reverse()
      .filter(
        ({ id, outcome, source }) =>
          this.#expected.has(id) || outcome === 'delivered' || source.kind === 'document',
      );
    console.log(
      `\n${renderTable([['DOCUMENT', 'CHANNEL', 'SENT OR PUBLISHED', 'OUTCOME', 'LIES NOW AT'], ...rows.map((message) => this.#row(message))])}`,
    );
    for (const message of rows) this.#compare(message);
    console.log(
      this.#failures.length === 0 ? '\nEvery outcome is the expected one.' : `\n${this.#failures.join('\n')}`,
    );
    console.log(`The journal: ${renderGatewayCall()} journal list --config ${configPathOf(this.#folder)}`);
    return this.#failures.length === 0;
  }

  async stay(): Promise<void> {
    console.log('\nDrop your own files into these folders (Ctrl-C ends):');
    for (const [name, folder] of this.#folders()) console.log(`  ${name.padEnd(16)} ${folder}`);
    console.log(renderEditingHints(this.#folder, this.#folders().get('orders-json') ?? ''));
    await this.#printPagesLink();
    const end = waitForWindowEnd().then(() => true);
    while (!(await Promise.race([end, setTimeout(300, false)]))) await this.#tell();
  }

  async #printPagesLink(): Promise<void> {
    const { operatorUrl, journal } = this.#gateway;
    const { operator } = this.#config.http;
    if (operatorUrl === undefined || operator === undefined) return;
    const access = { accounts: journal.accounts, random: randomBytes };
    const { token } = await addSystemLink(access, systemActor());
    const link = pagesLinkTo(pagesUrlOf(operator, hostname(), operatorUrl), token);
    console.log(`\nThe pages, logged in (the link works once, within 15 minutes):\n  ${link}`);
  }

  async close(): Promise<void> {
    await this.#gateway.stop();
    await this.#simulator.close();
  }

  #webhooks(shape: NonNullable<Step['webhooks']>): void {
    const auth = { basic: { user: 'exchange', password: webhookPassword } };
    const at = (path: string) => `${this.#gateway.webhookUrl}${path}`;
    if (shape === 'none') this.#simulator.setWebhooks([]);
    else
      this.#simulator.setWebhooks([
        { url: at('/events'), about: 'order', shape, auth },
        { url: at('/shipments'), about: 'shipment', shape, auth },
      ]);
  }

  /** As an ERP that writes under another name and renames into place. */
  async #drop(file: string, channel: string, expect: string, after: number): Promise<void> {
    const folder = this.#folders().get(channel) ?? '';
    const temporary = join(folder, `${basename(file)}.tmp`);
    copyFileSync(samplePath(file), temporary);
    renameSync(temporary, join(folder, basename(file)));
    const ending = this.#doneEnding(channel);
    if (ending !== undefined) writeFileSync(join(folder, `${basename(file)}${ending}`), '');
    const message = await this.#until(`${file} to end`, async () =>
      (await this.#messages()).find((one) => one.id > after && one.name === basename(file) && isEnded(one)),
    );
    if (message) this.#expected.set(message.id, expect);
  }

  #doneEnding(name: string): string | undefined {
    const channel = buildChannels(this.#config).find((one) => one.name === name);
    return channel?.direction === 'inbound' ? channel.settings.from.done : undefined;
  }

  async #publishes(channel: string, count: number): Promise<void> {
    await this.#until(
      `${count} files from channel ${channel}`,
      async () => ((await this.#published()).get(channel) ?? 0) >= count,
    );
  }

  async #published(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { direction, outcome, channel } of await this.#messages()) {
      if (direction === 'outbound' && outcome === 'delivered')
        counts.set(channel, (counts.get(channel) ?? 0) + 1);
    }
    return counts;
  }

  #messages(): Promise<readonly Message[]> {
    return this.#gateway.journal.list({ limit: 10_000 });
  }

  /** Says once of each ended message what became of it. */
  async #tell(): Promise<void> {
    for (const message of [...(await this.#messages())].reverse()) {
      if (!isEnded(message) || this.#told.has(message.id)) continue;
      this.#told.add(message.id);
      console.log(
        `    ${(message.outcome ?? message.state).padEnd(10)} ${message.channel}: ${label(message)}. ${message.reason}`,
      );
    }
  }

  #row(message: Message): string[] {
    return [
      label(message),
      message.channel,
      this.#done(message),
      message.outcome ?? message.state,
      this.#lies(message),
    ];
  }

  #done({ outcome, direction, channel }: Message): string {
    const plan = buildChannels(this.#config).find(({ name }) => name === channel);
    if (outcome !== 'delivered' || !plan) return '-';
    return direction === 'inbound' && plan.direction === 'inbound'
      ? plan.settings.to.exchange
      : plan.settings.document;
  }

  #lies(message: Message): string {
    const folder = this.#folders().get(message.channel);
    return message.place && folder ? relative(this.#folder, join(folder, message.place)) : '-';
  }

  #compare(message: Message): void {
    const expected = this.#expected.get(message.id);
    const found = message.outcome ?? message.state;
    if (expected && found !== expected)
      this.#failures.push(`NOT AS EXPECTED: ${message.name} is ${found}, not ${expected}: ${message.reason}`);
  }

  #folders(): ReadonlyMap<string, string> {
    return new Map(
      buildChannels(this.#config).map((channel) => [
        channel.name,
        folderTitleOf(channel.direction === 'inbound' ? channel.settings.from : channel.settings.to),
      ]),
    );
  }

  /** Asks again until the answer is not false; a step that takes too long is a failure, and the demo goes on. */
  async #until<T>(what: string, ask: () => Promise<T | false | undefined>): Promise<T | undefined> {
    const end = performance.now() + patience * 1000;
    while (performance.now() < end) {
      const answer = await ask();
      if (answer) return answer;
      await setTimeout(50);
    }
    this.#failures.push(`NOT AS EXPECTED: waited ${patience} s for ${what}`);
    return undefined;
  }
}

/** What a person calls the message: the file, or how the exchange told us of which order. */
function label({ source, name, purchaseOrderNumber }: Message): string {
  if (source.kind === 'file') return name;
  const how = source.kind === 'notice' ? 'announced' : source.kind === 'search' ? 'found by search' : name;
  return purchaseOrderNumber ? `${how} (${purchaseOrderNumber})` : how;
}

/** Settled or parked, and its file lies where it belongs. */
const isEnded = ({ state, source, place }: Message): boolean =>
  (state === 'settled' || state === 'parked') && (source.kind !== 'file' || place !== undefined);
