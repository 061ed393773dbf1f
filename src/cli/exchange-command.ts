import { Command } from 'commander';
import { pino } from 'pino';
import { compareContract } from '../exchange/contract/compare-contract.ts';
import type { Contract } from '../exchange/contract/openapi-contract.ts';
import type { Answer } from '../exchange/exchange-client.ts';
import { openExchange } from '../exchange/open-exchange.ts';
import { fetchServiceStatuses } from '../exchange/service-status.ts';
import { renderExcerpt } from '../exchange/transport/answer.ts';
import { addConfigOption, loadConfigOrPrint, renderTable } from './kit/command-kit.ts';

type Exchange = Awaited<ReturnType<typeof openExchange>>;

/** Words of the operations, for an administrator's first steps and for support. They read; nothing is sent. */
export function exchangeCommand(): Command {
  return new Command('exchange')
    .addCommand(askingCommand('login', 'log in, and out again', (exchange) => exchange.login()))
    .addCommand(statusCommand())
    .addCommand(contractCommand())
    .addCommand(
      askingCommand('order <id>', 'one order, as it is there', (exchange, id) => exchange.order(id)),
    )
    .addCommand(askingCommand('shipment <id>', 'one shipment', (exchange, id) => exchange.shipment(id)))
    .addCommand(searchCommand())
    .addCommand(
      askingCommand('companies <query>', 'companies by name', (exchange, query) => exchange.companies(query)),
    )
    .addCommand(
      askingCommand('document <objectId>', 'what is known of a stored document', (exchange, id) =>
        exchange.metadata(id),
      ),
    )
    .addCommand(
      askingCommand('get <path>', 'any path after the base URL, with a token', (exchange, path) =>
        exchange.get(path),
      ),
    );
}

/** A command that asks once and prints the answer's body. */
function askingCommand(
  name: string,
  description: string,
  ask: (exchange: Exchange, argument: string) => Promise<Answer>,
): Command {
  const [word = '', argument] = name.split(' ');
  const command = addConfigOption(new Command(word)).description(description);
  if (argument !== undefined) command.argument(argument);
  return command.action(async () =>
    withExchange(command.opts().config, async (exchange) =>
      printAnswer(exchange, await ask(exchange, command.args[0] ?? '')),
    ),
  );
}

function searchCommand(): Command {
  return addConfigOption(new Command('search'))
    .description('the first page of what is new or changed')
    .option('--since <time>', 'YYYY-MM-DDThh:mm:ss.SSSZ', '1970-01-01T00:00:00.000Z')
    .option('--offset <count>', 'how many to leave out', '0')
    .option('--body', 'the orders themselves, one JSON object a line', false)
    .action(async (options: { config: string; since: string; offset: string; body: boolean }) =>
      withExchange(options.config, async (exchange) => {
        const answer = await exchange.search({
          since: options.since,
          offset: Number.parseInt(options.offset, 10) || 0,
          limit: 100,
        });
        if (!answer.page) return printAnswer(exchange, answer);
        const { orders, cursor } = answer.page;
        for (const { id, lastUpdatedAt, bytes } of orders)
          console.log(options.body ? oneLine(bytes) : `${lastUpdatedAt}  ${id}`);
        console.error(`${orders.length} orders${cursor === undefined ? '' : `, the latest of ${cursor}`}`);
        return true;
      }),
    );
}

const oneLine = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\s*\n\s*/g, ' ');

function statusCommand(): Command {
  return addConfigOption(new Command('status'))
    .description('health, version and OpenAPI file of each service')
    .action(async ({ config }: { config: string }) =>
      withExchange(config, async (exchange) => {
        const statuses = await fetchServiceStatuses(exchange);
        if (statuses.length === 0) return noAddresses();
        const rows = statuses.map(({ service, ok, health, version, contract }) => [
          ok ? 'ok' : 'WRONG',
          service,
          health,
          version,
          contract,
        ]);
        console.log(renderTable([['', 'service', 'health', 'version', 'OpenAPI file'], ...rows]));
        return statuses.every(({ ok }) => ok);
      }),
    );
}

function contractCommand(): Command {
  return addConfigOption(new Command('contract'))
    .description('where the published OpenAPI files and what this gateway knows differ')
    .option('--all', 'members of ours too that are not published and would do no harm', false)
    .action(async ({ config, all }: { config: string; all: boolean }) =>
      withExchange(config, async ({ contracts }) => {
        const services = Object.keys(contracts.services);
        if (services.length === 0) return noAddresses();
        let readable = true;
        for (const service of services) {
          const contract = await contracts.contract(service);
          readable &&= typeof contract !== 'string';
          console.log(
            typeof contract === 'object'
              ? renderContract(service, contract, all)
              : `${service}: ${contract ?? 'no OpenAPI file is configured'}`,
          );
        }
        return readable;
      }),
    );
}

function renderContract(service: string, contract: Contract, all: boolean): string {
  const found = compareContract(service, contract);
  const shown = all ? found : found.filter(({ harmless }) => !harmless);
  const more = found.length - shown.length;
  const rows = shown.map(({ operation, path, what }) => [`  ${operation}`, path, what]);
  return [
    `${service}: ${contract.title} ${contract.version}, ${found.length} differences`,
    ...(rows.length === 0 ? [] : [renderTable(rows)]),
    ...(more === 0 ? [] : [`  ${more} members that we know are not published; --all lists them`]),
  ].join('\n');
}

function noAddresses(): boolean {
  console.log(
    'No service is configured. The specification does not print where services publish their health, version and ' +
      'OpenAPI file: ask the exchange, and write the addresses under `exchange.contract`.',
  );
  return true;
}

/** Runs with a client of the config; exit code 0 when all is well, 1 when not, 2 without a config. */
async function withExchange(path: unknown, use: (exchange: Exchange) => Promise<boolean>): Promise<void> {
  const config = await loadConfigOrPrint(String(path));
  if (!config) {
    process.exitCode = 2;
    return;
  }
  const log = pino({ level: 'warn' }, { write: (line: string) => console.error(messageOf(line)) });
  const exchange = await openExchange(config.exchange, log);
  try {
    process.exitCode = (await use(exchange)) ? 0 : 1;
  } finally {
    await exchange.close();
  }
}

function messageOf(line: string): string {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null && 'msg' in value ? String(value.msg) : line;
}

/** The body on standard output; what became of the request on standard error. */
function printAnswer(exchange: Exchange, answer: Answer): boolean {
  if (answer.kind === 'ok') {
    console.log(new TextDecoder().decode(answer.body));
    return true;
  }
  const status = answer.status === 0 ? '' : `${answer.status} `;
  console.error(`WRONG ${status}${exchange.trouble() ?? renderExcerpt(answer, 500)}`.trim());
  return false;
}
