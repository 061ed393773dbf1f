import { Command, InvalidArgumentError, Option } from 'commander';
import { buildOrderCheck } from '../../simulator/orders/check-sci-order.ts';
import { defaults, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';
import { type Shape, shapes } from '../../simulator/webhook-sender.ts';
import { loadSchemas } from '../scsn/load-schemas.ts';
import { waitForWindowEnd } from './kit/stop-signals.ts';

interface Flags {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly company: string;
  readonly buyerAccount: string;
  readonly accessTtl?: number;
  readonly webhook?: string;
  readonly webhookMethod: Shape;
  readonly webhookUser?: string;
  readonly webhookPassword?: string;
  readonly webhookBearer?: string;
}

export function simulatorCommand(): Command {
  return new Command('simulator')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes any', portNumber, 8900)
    .option('--user <email>', 'the integration user', defaults.user)
    .option('--password <password>', 'its password', defaults.password)
    .option('--company <uuid>', 'the one company, buyer and supplier of every order', defaults.companyId)
    .option('--buyer-account <number>', "the buyer's number at the supplier", defaults.buyerAccountNumber)
    .option('--access-ttl <seconds>', 'lifetime of access tokens', seconds)
    .option('--webhook <url>', 'where to tell of changes')
    .addOption(new Option('--webhook-method <method>', 'how').choices(shapes).default('POST'))
    .option('--webhook-user <user>', 'Basic credentials of the webhook')
    .option('--webhook-password <password>', 'Basic credentials of the webhook')
    .option('--webhook-bearer <token>', 'static bearer token of the webhook')
    .action(async (flags: Flags) => runSimulator(flags));
}

async function runSimulator(flags: Flags): Promise<void> {
  const schemas = loadSchemas();
  const simulator = await startSimulator({ ...optionsOf(flags), checkOrder: buildOrderCheck(schemas) });
  console.log(`Simulated exchange at ${simulator.url} (its ledger: ${simulator.url}/simulator/ledger)`);
  const password = flags.password === defaults.password ? `, password ${flags.password}` : '';
  console.log(`  user ${flags.user}${password}, company ${simulator.companyId}; stop it with Ctrl-C`);
  await waitForWindowEnd();
  await simulator.close();
  schemas.dispose();
}

function optionsOf(flags: Flags): SimulatorOptions {
  return {
    port: flags.port,
    user: flags.user,
    password: flags.password,
    companyId: flags.company,
    buyerAccountNumber: flags.buyerAccount,
    ...(flags.accessTtl === undefined ? {} : { lifetimes: { access: flags.accessTtl * 1000 } }),
    ...(flags.webhook === undefined
      ? {}
      : { webhooks: [{ url: flags.webhook, shape: flags.webhookMethod, ...credentials(flags) }] }),
  };
}

function credentials({ webhookUser: user, webhookPassword: password, webhookBearer: bearer }: Flags) {
  if (bearer !== undefined) return { auth: { bearer } };
  return user === undefined ? {} : { auth: { basic: { user, password: password ?? '' } } };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535');
}

function seconds(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= 86_400) return number;
  throw new InvalidArgumentError('a number of seconds, up to 86400');
}
