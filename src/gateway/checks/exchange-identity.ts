import type { Config } from '../../config/schema/config-schema.ts';

/** All state belongs to one exchange identity. */
export const exchangeIdentityOf = ({ exchange }: Pick<Config, 'exchange'>): string =>
  [exchange.baseUrl, ...(exchange.companyId ? [`company ${exchange.companyId}`] : [])].join(', ');
