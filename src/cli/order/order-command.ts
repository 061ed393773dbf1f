import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Command, Option } from 'commander';
import type { Journal } from '../../journal/journal.ts';
import { askForOrders, needsAction } from '../../operator/orders/ask-for-orders.ts';
import type { OrderQuestion } from '../../operator/orders/find-orders.ts';
import type { Channels } from '../../operator/orders/order-timeline.ts';
import { escapeControlsInJson } from '../../text/visible.ts';
import type { Language } from '../../types.ts';
import { addConfigOption } from '../kit/command-kit.ts';
import { parseMomentOption, requireJournalConfig, withJournal } from '../kit/journal-options.ts';
import { addUtcOption } from '../kit/time-zone.ts';
import { buildOrdersJson, renderOrders, renderTimeline } from './render-order.ts';

interface Options {
  readonly config: string;
  readonly party?: string;
  readonly since?: string;
  readonly all: boolean;
  readonly lines: boolean;
  readonly follow: boolean;
  readonly format: 'text' | 'json';
}

export function orderCommand(): Command {
  return addUtcOption(addConfigOption(new Command('order')))
    .argument(
      '[number]',
      'its number, that of the sales order, the advice or the shipment, a party, or a file; or a part of one',
    )
    .option('--party <number>', 'only orders with this party; without a number, all of them')
    .option(
      '--since <time>',
      'received from then on: 2026-03-01, "2026-03-01 14:00", 2h, 3d',
      parseMomentOption,
    )
    .option('--all', 'what nobody had to hear of too, each by itself', false)
    .option('--lines', 'how each order line stands between the parties too', false)
    .option('--follow', 'stay, and tell what comes', false)
    .addOption(
      new Option('--format <format>', 'for people, or JSON').choices(['text', 'json']).default('text'),
    )
    .addHelpText('after', '\nExit status: 0 it is well, 1 somebody has to act, 2 there is no such order.')
    .action(async (text: string | undefined, options: Options) => {
      const { party, since, config } = options;
      if (!text && !party) throw new Error('Give the number of an order, or --party.');
      const question = {
        ...(text ? { text } : {}),
        ...(party === undefined ? {} : { party }),
        ...(since === undefined ? {} : { since }),
      };
      const { journal: settings, channels, language } = await requireJournalConfig(config);
      await withJournal(settings, (journal) =>
        printOrders({ journal, question, channels, language, options }),
      );
    });
}

interface OrderRequest {
  readonly journal: Journal;
  readonly question: OrderQuestion;
  readonly channels: Channels;
  readonly language: Language;
  readonly options: Options;
}

async function printOrders(asked: OrderRequest): Promise<void> {
  const told = await renderNow(asked);
  console.log(told);
  if (asked.options.follow) await follow(asked, told);
}

/** Milliseconds between two looks. */
const every = 1000;

/** Tells it anew whenever it has changed, until Ctrl-C. */
async function follow(asked: OrderRequest, first: string): Promise<void> {
  let before = first;
  const stopped = once(process, 'SIGINT').then(() => true);
  while (!(await Promise.race([stopped, setTimeout(every, false)]))) {
    const now = await renderNow(asked);
    if (withoutAges(now) !== withoutAges(before))
      console.log(asked.options.format === 'json' ? now : `\n${now}`);
    before = now;
  }
}

/** How long something has been so changes with every look, and is no news. */
const withoutAges = (text: string): string =>
  text
    .replace(/ (for|al) \d+ (s|min|h|u|d)( \d+ (s|min|h|u))?/g, '')
    .replace(/ \d+ (s|min|h|u|d) (ago|geleden)/g, '');

/** What is told now; leaves the exit status. */
async function renderNow({ journal, question, channels, language, options }: OrderRequest): Promise<string> {
  const { all, format, lines } = options;
  const now = Date.now();
  const found = await askForOrders(journal, question, { channels, now, all });
  process.exitCode = exitStatuses[`${needsAction(found)}`];
  const view = { language, now };
  if (format === 'json') return escapeControlsInJson(JSON.stringify(buildOrdersJson(found, view)));
  return found.kind === 'one'
    ? renderTimeline(found.order, view, lines)
    : renderOrders(question, found.orders, found.more, view);
}

/** By whether somebody has to act. */
const exitStatuses = { true: 1, false: 0, undefined: 2 } as const;
