import { stringify } from 'yaml';
import { parseConfig } from '../../config/load/load-config.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import type { CheckResult } from '../checks/check-result.ts';

/** A config in this folder, with something changed. */
export function configIn(folder: string, change: Readonly<Record<string, unknown>> = {}): Config {
  const settings = {
    exchange: {
      baseUrl: 'https://exchange.test',
      companyId: '6b1d1f6e-0000-4000-8000-000000000001',
      auth: { email: 'me@erp.test', password: 'x' },
    },
    channels: {
      orders: { from: { folder: 'orders' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
    },
    ...change,
  };
  const { config, findings } = parseConfig(stringify(settings), `${folder}/gateway.yaml`, {});
  if (!config) throw new Error(JSON.stringify(findings));
  return config;
}

/** What a check found, in English. */
export const inEnglish = (found: readonly CheckResult[]) =>
  found.map(({ level, about, what, more }) => ({
    ...{ level, about: about.en, what: what.en },
    ...(more === undefined ? {} : { more: more.map(({ en }) => en) }),
  }));
